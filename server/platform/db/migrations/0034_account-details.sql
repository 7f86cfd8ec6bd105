CREATE TABLE "email_confirmations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"about" text NOT NULL,
	"email" text NOT NULL,
	"key_hash" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "phones" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"mobile" text,
	"verified_at" timestamp with time zone,
	"next_mobile" text,
	"code_id" uuid,
	"code_until" timestamp with time zone,
	"wrong_codes" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_letters" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_item_id" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phones" ADD CONSTRAINT "phones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_letters" ADD CONSTRAINT "activity_letters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_confirmations_key" ON "email_confirmations" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_confirmations_open" ON "email_confirmations" USING btree ("user_id","about") WHERE "email_confirmations"."used_at" is null and "email_confirmations"."closed_at" is null;