// Repeats the experiments of the papers on variational integrators and prints the results as JSON;
// ../paper-variational.mjs makes tables and figures of them.
//
//   linkwork_paper_variational [--quick] [NAME...]      NAME: experiments to run; all without

#include <iostream>
#include <set>

#include "experiments.hpp"

namespace {

using linkwork::bench::Effort, linkwork::bench::Json;

struct Experiment {
  const char* name;
  Json (*run)(const Effort&);
};

const Experiment experiments[] = {
    {"chainEnergy", linkwork::bench::chainEnergy},
    {"costOfRootFinders", linkwork::bench::costOfRootFinders},
    {"authorsConditions", linkwork::bench::authorsConditions},
    {"convergence", linkwork::bench::convergence},
    {"iterationCounts", linkwork::bench::iterationCounts},
    {"doublePendulumEnergy", linkwork::bench::doublePendulumEnergy},
    {"loopDrift", linkwork::bench::loopDrift},
    {"sparseAgainstDense", linkwork::bench::sparseAgainstDense},
    {"quadraticConvergence", linkwork::bench::quadraticConvergence},
    {"againstExplicit", linkwork::bench::againstExplicit},
    {"singularChains", linkwork::bench::singularChains},
    {"minimalAgainstMaximal", linkwork::bench::minimalAgainstMaximal},
    {"energySlope", linkwork::bench::energySlope},
    {"adaptiveSteps", linkwork::bench::adaptiveSteps},
    {"gapsOfLongRuns", linkwork::bench::gapsOfLongRuns},
    {"growthOfProduction", linkwork::bench::growthOfProduction},
};

}  // namespace

int main(int argc, char** argv) {
  Effort effort;
  std::set<std::string> desired(argv + 1, argv + argc);
  effort.isQuick = desired.erase("--quick") > 0;
  Json results = Json::object();
  for (const Experiment& experiment : experiments) {
    if (!desired.empty() && !desired.contains(experiment.name)) continue;
    const double start = linkwork::bench::processorSeconds();
    results[experiment.name] = experiment.run(effort);
    std::cerr << experiment.name << ": "
              << static_cast<int>(linkwork::bench::processorSeconds() - start) << " s\n";
  }
  std::cout << results << '\n';
  return 0;
}
