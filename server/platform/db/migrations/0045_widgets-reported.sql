ALTER TABLE "abuse_reports" ADD COLUMN "widget_id" integer;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "block_why" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "block_rule" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "abuse_reports_widget" ON "abuse_reports" USING btree ("widget_id","created_at");