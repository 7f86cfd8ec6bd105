import { journey } from './journey.ts'

journey('webkit')
