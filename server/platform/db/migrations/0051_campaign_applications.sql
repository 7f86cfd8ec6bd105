ALTER TABLE "chat_channels" ADD COLUMN "applying_to" integer;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "campaign_id" integer;--> statement-breakpoint
ALTER TABLE "chat_channels" ADD CONSTRAINT "chat_channels_applying_to_campaigns_id_fk" FOREIGN KEY ("applying_to") REFERENCES "public"."campaigns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_campaign" ON "chat_messages" USING btree ("campaign_id") WHERE "chat_messages"."campaign_id" is not null;