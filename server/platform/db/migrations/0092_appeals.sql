CREATE TABLE "appeals" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"about" text NOT NULL,
	"target_id" text NOT NULL,
	"name" text NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"block_why" text NOT NULL,
	"block_rule" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decision" text,
	"decided_why" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_block" ON "appeals" USING btree ("about","target_id","blocked_at");--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("created_at") WHERE "appeals"."decided_at" is null;