// The whole schema, as drizzle wants it: one file a noun.
export * from './schema-people.ts'
export * from './schema-brands.ts'
export * from './schema-uploads.ts'
export * from './schema-links.ts'
export * from './schema-collections.ts'
export * from './schema-clicks.ts'
export * from './schema-activity.ts'
export * from './schema-operator.ts'
