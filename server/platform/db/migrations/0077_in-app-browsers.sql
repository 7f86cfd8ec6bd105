ALTER TABLE "users" ADD COLUMN "open_in_browser" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "open_in_browser" boolean;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "kept_in_app" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "app_stops" jsonb;