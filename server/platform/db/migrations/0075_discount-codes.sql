CREATE TABLE "discount_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "discount_code_id" integer;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_code" ON "discount_codes" USING btree ("brand_id",lower("code")) WHERE "discount_codes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "discount_codes_brand" ON "discount_codes" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "discount_codes_user" ON "discount_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "conversions_discount_code" ON "conversions" USING btree ("discount_code_id") WHERE "conversions"."discount_code_id" is not null;