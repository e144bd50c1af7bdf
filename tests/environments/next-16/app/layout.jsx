export const metadata = { icons: 'data:,' }

export default function Layout({ children }) {
  return <html lang="en">{children}</html>
}
