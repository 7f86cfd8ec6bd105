import { journey } from './journey.ts'

journey('firefox')
