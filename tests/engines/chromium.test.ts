import { journey } from './journey.ts'

journey('chromium')
