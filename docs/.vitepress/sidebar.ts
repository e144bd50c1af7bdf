const page = (text: string, link: string) => ({ text, link })

export const sidebar = [
  {
    text: 'Guide',
    items: [
      page('First steps', '/first-steps'),
      page('Overview', '/guide/overview'),
      page('Demo page', '/guide/demo'),
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
      page('Performance', '/guide/performance'),
      page('C++ library', '/guide/cpp'),
      page('Example programs', '/guide/examples')
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
    text: 'Verification',
    items: [
      page('Test results', '/trust'),
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
      page('Changes', '/changelog'),
      page('Migrate to 1.0', '/migration')
    ]
  },
  {
    text: 'Contributing',
    items: [
      page('First change', '/contributing/'),
      page('Architecture', '/contributing/architecture'),
      page('Conventions', '/contributing/conventions'),
      page('Testing', '/contributing/testing'),
      page('Fuzzing', '/contributing/fuzzing'),
      page('Mutation testing', '/contributing/mutants'),
      page('Build', '/contributing/build'),
      page('Release', '/contributing/release')
    ]
  }
]
