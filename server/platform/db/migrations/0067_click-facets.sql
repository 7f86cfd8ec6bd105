CREATE TABLE "click_facet_hours" (
	"link_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"kind" smallint NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "click_facet_hours_link_id_hour_facet_value_kind_pk" PRIMARY KEY("link_id","hour","facet","value","kind")
);
--> statement-breakpoint
CREATE TABLE "link_facet_days" (
	"link_id" uuid NOT NULL,
	"day" date NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"user_id" uuid NOT NULL,
	"human" integer DEFAULT 0 NOT NULL,
	"unique" integer DEFAULT 0 NOT NULL,
	"bot" integer DEFAULT 0 NOT NULL,
	"preview" integer DEFAULT 0 NOT NULL,
	"duplicate" integer DEFAULT 0 NOT NULL,
	"own" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL,
	"commission_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "link_facet_days_link_id_day_facet_value_pk" PRIMARY KEY("link_id","day","facet","value")
);
--> statement-breakpoint
ALTER TABLE "click_events" ADD COLUMN "facets" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_differences" ADD COLUMN "facets" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "link_facet_days_user" ON "link_facet_days" USING btree ("user_id","day");