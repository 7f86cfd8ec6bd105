// Named exports of the parts in use. Importing the whole SDK is four times as large.
export {
  captureException,
  dedupeIntegration,
  eventFiltersIntegration,
  globalHandlersIntegration,
  init,
  linkedErrorsIntegration,
} from '@sentry/browser'
