// Turns a four-bar linkage for two seconds and shows that it kept its energy and its loop.

#include <cmath>
#include <cstdio>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

int main() {
  linkwork::Simulation simulation(linkwork::fourBar({.crank = 0.2, .coupler = 0.5}),
                                  {.integrator = "rk4", .step = 1e-3});
  const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
  simulation.step(2000);
  const double end = simulation.kineticEnergy() + simulation.potentialEnergy();

  std::printf("t = %.3f s, energy %.6f J (it was %.6f J), loop open by %.1e m\n", simulation.time(),
              end, start, simulation.loopError());
  const bool kept =
      std::abs(end - start) < 1e-6 * std::abs(start) && simulation.loopError() < 1e-12;
  return kept ? 0 : 1;
}
