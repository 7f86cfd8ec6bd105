CREATE TABLE "chosen_categories" (
	"user_id" uuid NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "chosen_categories_user_id_category_id_pk" PRIMARY KEY("user_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "onboardings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"step" text DEFAULT 'profileMode' NOT NULL,
	"intro_seen_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"tasks_closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "onboarding_texts" ADD COLUMN "url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chosen_categories" ADD CONSTRAINT "chosen_categories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chosen_categories" ADD CONSTRAINT "chosen_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboardings" ADD CONSTRAINT "onboardings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chosen_categories_category" ON "chosen_categories" USING btree ("category_id");