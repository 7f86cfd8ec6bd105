ALTER TABLE "pages" ADD COLUMN "block_why" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "block_rule" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD COLUMN "about" text DEFAULT 'link' NOT NULL;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD COLUMN "page_id" integer;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "abuse_reports_page" ON "abuse_reports" USING btree ("page_id","created_at");