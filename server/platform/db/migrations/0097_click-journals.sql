CREATE TABLE "click_journals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL
);
