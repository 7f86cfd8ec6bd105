CREATE TABLE "closed_clicks" (
	"first_id" uuid PRIMARY KEY NOT NULL,
	"last_id" uuid NOT NULL,
	"clicks" integer NOT NULL,
	"links" uuid[] NOT NULL,
	"brands" uuid[] NOT NULL,
	"kinds" smallint[] NOT NULL,
	"referrers" text[] NOT NULL,
	"devices" text[] NOT NULL,
	"countries" text[] NOT NULL,
	"facets" text[] NOT NULL,
	"link_numbers" smallint[] NOT NULL,
	"shape_numbers" smallint[] NOT NULL,
	"ms_after" integer[] NOT NULL,
	"shifts" bigint[],
	"id_starts" smallint[],
	"id_ends" bigint[]
);
