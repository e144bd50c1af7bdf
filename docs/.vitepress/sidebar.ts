const page = (text: string, link: string) => ({ text, link })

export const sidebar = [
  {
    text: 'Guide',
    items: [
      page('First steps', '/first-steps'),
      page('Own mechanisms', '/guide/mechanisms'),
      page('Loops', '/guide/loops'),
      page('Gears', '/guide/gears'),
      page('Models and frames', '/guide/models'),
      page('Control', '/guide/control'),
      page('Contact', '/guide/contact'),
      page('Importing', '/guide/importing'),
      page('Many copies', '/guide/many'),
      page('Sweeps', '/sweeps'),
      page('Command line', '/guide/command-line'),
      page('Bundlers and servers', '/guide/bundlers'),
      page('Accuracy', '/guide/accuracy'),
      page('Performance', '/guide/performance')
    ]
  },
  {
    text: 'Theory',
    items: [
      page('Five papers', '/theory/'),
      page('Clusters', '/theory/clusters'),
      page('Joints that are functions', '/theory/general-joints'),
      page('Variational integrators', '/theory/variational'),
      page('Maximal coordinates', '/theory/maximal'),
      page('Lagrange multipliers', '/theory/multipliers')
    ]
  },
  {
    text: 'What has been tried',
    items: [
      page('Trust', '/trust'),
      page('Extremes', '/extremes'),
      page('Endurance', '/endurance'),
      page('Measurements', '/measurements')
    ]
  },
  {
    text: 'Reference',
    items: [
      page('The package', '/package'),
      page('API', '/api/'),
      page('Security', '/security'),
      page('Changes', '/changelog')
    ]
  }
]
