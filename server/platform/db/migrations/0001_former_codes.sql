CREATE TABLE "former_codes" (
	"domain_id" integer NOT NULL,
	"code" text NOT NULL,
	"link_id" uuid NOT NULL,
	"retired_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_codes_domain_id_code_pk" PRIMARY KEY("domain_id","code")
);
--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "name_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "former_codes" ADD CONSTRAINT "former_codes_domain_id_link_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."link_domains"("id") ON DELETE no action ON UPDATE no action;