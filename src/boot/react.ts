// The largest library, by itself: main.tsx runs it before what needs it.
import 'react-dom/client'
