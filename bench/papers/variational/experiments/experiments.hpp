#pragma once

#include "motion.hpp"

/// The experiments of both papers, each as the JSON that bench/paper-variational.mjs shows.
namespace linkwork::bench {

/// How long an experiment may take: all of it, or a part that shows that it works.
struct Effort {
  bool isQuick = false;

  long steps(long full) const { return isQuick ? std::max(1L, full / 50) : full; }
  int repeats(int full) const { return isQuick ? 1 : full; }
};

// Lee, Liu, Park and Srinivasa, "A Linear-Time Variational Integrator for Multibody Systems".
Json chainEnergy(const Effort& effort);        ///< figure 2: ten links against semi-implicit Euler
Json costOfRootFinders(const Effort& effort);  ///< figure 3: time of a step against n
Json authorsConditions(const Effort& effort);  ///< the same as their published code has it
Json convergence(const Effort& effort);        ///< figure 4 (a): corrections, one after the other
Json iterationCounts(const Effort& effort);    ///< figure 4 (b): over a run

// Brüdigam and Manchester, "Linear-Time Variational Integrators in Maximal Coordinates".
Json doublePendulumEnergy(const Effort& effort);   ///< figure 4 (a): an hour against Heun's method
Json loopDrift(const Effort& effort);              ///< figure 4 (b): against accelerations alone
Json sparseAgainstDense(const Effort& effort);     ///< figure 4 (c): one Newton step
Json quadraticConvergence(const Effort& effort);   ///< figure 4 (d): 1, 10 and 100 links
Json againstExplicit(const Effort& effort);        ///< figure 5: pendulums, open and closed
Json singularChains(const Effort& effort);         ///< figure 6: four-link segments, and figure 7
Json minimalAgainstMaximal(const Effort& effort);  ///< figure 8: tolerances 1e-6, 1e-8, 1e-10

// Further experiments on the integrators.
Json energySlope(const Effort& effort);     ///< 10⁶ steps, from rest and mixed, and the part of h
Json adaptiveSteps(const Effort& effort);   ///< steps that follow the motion: there and back, drift
Json gapsOfLongRuns(const Effort& effort);  ///< loops after 10⁶ steps
Json growthOfProduction(const Effort& effort);  ///< exponent of the cost up to 500 links, failures

}  // namespace linkwork::bench
