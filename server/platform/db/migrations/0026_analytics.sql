CREATE TABLE "extension_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"browser" text NOT NULL,
	"meta" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_days" (
	"link_id" uuid NOT NULL,
	"day" date NOT NULL,
	"referrer" text NOT NULL,
	"device" text NOT NULL,
	"country" text NOT NULL,
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
	CONSTRAINT "link_days_link_id_day_referrer_device_country_pk" PRIMARY KEY("link_id","day","referrer","device","country")
);
--> statement-breakpoint
CREATE TABLE "order_differences" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"orders" integer NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL,
	"commission_cents" bigint DEFAULT 0 NOT NULL,
	"referrer" text NOT NULL,
	"device" text NOT NULL,
	"country" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_days" (
	"user_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"day" date NOT NULL,
	"value" text NOT NULL,
	"human" integer DEFAULT 0 NOT NULL,
	"unique" integer DEFAULT 0 NOT NULL,
	"bot" integer DEFAULT 0 NOT NULL,
	"preview" integer DEFAULT 0 NOT NULL,
	"duplicate" integer DEFAULT 0 NOT NULL,
	"own" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL,
	"commission_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "user_days_user_id_dimension_day_value_pk" PRIMARY KEY("user_id","dimension","day","value")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "extension_actions" ADD CONSTRAINT "extension_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "extension_actions_age" ON "extension_actions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "link_days_user" ON "link_days" USING btree ("user_id","day");--> statement-breakpoint
CREATE INDEX "order_differences_user" ON "order_differences" USING btree ("user_id");