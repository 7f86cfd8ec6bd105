CREATE TABLE "chat_channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"brand_id" uuid,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"person_read" integer DEFAULT 0 NOT NULL,
	"other_read" integer DEFAULT 0 NOT NULL,
	"other_read_at" timestamp with time zone,
	"other_spent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_events" (
	"user_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"kind" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"sequence" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_events_user_id_number_pk" PRIMARY KEY("user_id","number")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"upload_id" integer,
	"image_key" text,
	"key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_said" CHECK ("chat_messages"."text" <> '' or "chat_messages"."image_key" is not null)
);
--> statement-breakpoint
CREATE TABLE "chat_people" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_event" bigint DEFAULT 0 NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_reports" (
	"id" serial PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_streams" (
	"user_id" uuid NOT NULL,
	"process" uuid NOT NULL,
	CONSTRAINT "chat_streams_user_id_process_pk" PRIMARY KEY("user_id","process")
);
--> statement-breakpoint
ALTER TABLE "chat_channels" ADD CONSTRAINT "chat_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_channels" ADD CONSTRAINT "chat_channels_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_events" ADD CONSTRAINT "chat_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_events" ADD CONSTRAINT "chat_events_channel_id_chat_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."chat_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_channel_id_chat_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."chat_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_people" ADD CONSTRAINT "chat_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reports" ADD CONSTRAINT "chat_reports_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_streams" ADD CONSTRAINT "chat_streams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_channels_brand" ON "chat_channels" USING btree ("user_id","brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_channels_support" ON "chat_channels" USING btree ("user_id") WHERE "chat_channels"."brand_id" is null;--> statement-breakpoint
CREATE INDEX "chat_channels_of_brand" ON "chat_channels" USING btree ("brand_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "chat_events_channel" ON "chat_events" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "chat_events_age" ON "chat_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_sequence" ON "chat_messages" USING btree ("channel_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_key" ON "chat_messages" USING btree ("channel_id","author","key") WHERE "chat_messages"."key" is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_upload" ON "chat_messages" USING btree ("upload_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_reports_once" ON "chat_reports" USING btree ("message_id","by");--> statement-breakpoint
CREATE INDEX "chat_streams_process" ON "chat_streams" USING btree ("process");