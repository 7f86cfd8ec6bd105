ALTER TABLE "former_codes" ADD COLUMN "exact_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "link_domains" ADD COLUMN "has_exact_codes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "exact_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "clicks_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "links_codes" ON "links" USING btree ("domain_id",lower("short_code"),(case when "exact_code" then "short_code" else '' end));--> statement-breakpoint
CREATE INDEX "links_starting" ON "links" USING btree ("user_id","starts_at") WHERE "links"."starts_at" is not null;--> statement-breakpoint
CREATE INDEX "links_clicks_before" ON "links" USING btree ("user_id") WHERE "links"."clicks_before" > 0;--> statement-breakpoint
DROP INDEX "links_code";--> statement-breakpoint
ALTER TABLE "former_codes" DROP CONSTRAINT "former_codes_domain_id_code_pk";--> statement-breakpoint
ALTER TABLE "former_codes" ADD CONSTRAINT "former_codes_domain_id_code_exact_code_pk" PRIMARY KEY("domain_id","code","exact_code");
