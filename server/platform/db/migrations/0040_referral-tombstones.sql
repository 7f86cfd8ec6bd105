ALTER TABLE "referral_links" DROP CONSTRAINT "referral_links_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "referral_links" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_links" ADD CONSTRAINT "referral_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;