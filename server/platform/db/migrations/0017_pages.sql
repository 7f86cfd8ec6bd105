CREATE TABLE "former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"page_id" integer NOT NULL,
	"retired_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"page_id" integer NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "page_views_page_id_day_kind_pk" PRIMARY KEY("page_id","day","kind")
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_upload_id" integer,
	"image_params" jsonb,
	"thumbnail_params" jsonb,
	"theme" text DEFAULT 'auto' NOT NULL,
	"accent" text DEFAULT 'ink' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"is_indexed" boolean DEFAULT true NOT NULL,
	"blocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "section_collections" (
	"section_id" integer NOT NULL,
	"collection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "section_collections_section_id_collection_id_pk" PRIMARY KEY("section_id","collection_id")
);
--> statement-breakpoint
CREATE TABLE "section_links" (
	"section_id" integer NOT NULL,
	"link_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "section_links_section_id_link_id_pk" PRIMARY KEY("section_id","link_id")
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"page_id" integer,
	"title" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"layout" text DEFAULT 'grid' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "page_views" ADD CONSTRAINT "page_views_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_image_upload_id_uploads_id_fk" FOREIGN KEY ("image_upload_id") REFERENCES "public"."uploads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_collections" ADD CONSTRAINT "section_collections_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_collections" ADD CONSTRAINT "section_collections_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_links" ADD CONSTRAINT "section_links_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_links" ADD CONSTRAINT "section_links_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_slugs_page" ON "former_slugs" USING btree ("page_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pages_slug" ON "pages" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "pages_user" ON "pages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pages_upload" ON "pages" USING btree ("image_upload_id") WHERE "pages"."image_upload_id" is not null;--> statement-breakpoint
CREATE INDEX "section_collections_collection" ON "section_collections" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "section_links_link" ON "section_links" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "sections_user" ON "sections" USING btree ("user_id","position","id");--> statement-breakpoint
CREATE INDEX "sections_page" ON "sections" USING btree ("page_id");