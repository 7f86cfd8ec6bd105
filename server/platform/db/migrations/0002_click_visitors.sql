CREATE TABLE "click_visitors" (
	"day" date NOT NULL,
	"link_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "click_visitors_day_link_id_visitor_pk" PRIMARY KEY("day","link_id","visitor")
);
