CREATE TABLE "click_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
-- Squeezing a batch that lives for a second costs more than storing it.
ALTER TABLE "click_batches" ALTER COLUMN "body" SET STORAGE EXTERNAL;