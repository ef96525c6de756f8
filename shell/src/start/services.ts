export { createServices } from '../app/create-services.ts'
