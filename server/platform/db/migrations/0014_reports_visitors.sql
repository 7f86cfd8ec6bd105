CREATE TABLE "own_visitors" (
	"user_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "own_visitors_user_id_visitor_pk" PRIMARY KEY("user_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "abuse_reports" DROP CONSTRAINT "abuse_reports_link_id_links_id_fk";
--> statement-breakpoint
ALTER TABLE "abuse_reports" ALTER COLUMN "link_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "block_why" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "block_rule" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "link_clicks" ADD COLUMN "own" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD COLUMN "short_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD COLUMN "good_faith" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD COLUMN "decided_why" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "own_visitors" ADD CONSTRAINT "own_visitors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_codes_link" ON "former_codes" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "abuse_reports_open" ON "abuse_reports" USING btree ("created_at") WHERE "abuse_reports"."handled_at" is null;