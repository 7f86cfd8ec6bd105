CREATE TABLE "brand_referral_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"brand_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brand_referral_links_brand_id_unique" UNIQUE("brand_id")
);
--> statement-breakpoint
CREATE TABLE "partner_numbers" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	CONSTRAINT "partner_numbers_brand_id_user_id_pk" PRIMARY KEY("brand_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "unmasking_invitations" (
	"id" serial PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "unmasking_invitations_moments" CHECK (("unmasking_invitations"."status" in ('accepted', 'removed')) = ("unmasking_invitations"."accepted_at" is not null)
        and ("unmasking_invitations"."status" = 'removed') = ("unmasking_invitations"."removed_at" is not null)
        and ("unmasking_invitations"."withdrawn_at" is null or "unmasking_invitations"."status" in ('pending', 'ignored')))
);
--> statement-breakpoint
ALTER TABLE "brand_referral_links" ADD CONSTRAINT "brand_referral_links_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_numbers" ADD CONSTRAINT "partner_numbers_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_numbers" ADD CONSTRAINT "partner_numbers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmasking_invitations" ADD CONSTRAINT "unmasking_invitations_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmasking_invitations" ADD CONSTRAINT "unmasking_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_numbers_number" ON "partner_numbers" USING btree ("number");--> statement-breakpoint
CREATE INDEX "partner_numbers_user" ON "partner_numbers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unmasking_invitations_pair" ON "unmasking_invitations" USING btree ("brand_id","user_id") WHERE "unmasking_invitations"."status" <> 'removed';--> statement-breakpoint
CREATE INDEX "unmasking_invitations_user" ON "unmasking_invitations" USING btree ("user_id","status","id");