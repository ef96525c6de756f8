// Its React is shared eagerly, so that the page starts from one file: no boundary to wait behind.
import './bootstrap.tsx'
