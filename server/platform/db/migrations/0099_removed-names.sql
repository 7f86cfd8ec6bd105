ALTER TABLE "removals" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "removals" ADD COLUMN "removed_at" timestamp with time zone DEFAULT now() NOT NULL;