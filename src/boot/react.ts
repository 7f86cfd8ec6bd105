// Largest library, in a file of its own. main.tsx runs it before the code that uses it.
import 'react-dom/client'
