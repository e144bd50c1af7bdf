// What a step of every integrator costs over one of rk4, by length of a chain: a table for
// bench/steps.

#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/simulation.hpp"
#include "paper/timing.hpp"

namespace linkwork::bench {
namespace {

/// Steps of 1 ms of a chain that swings for a tenth of a second, again and again.
class Swinging {
 public:
  Swinging(std::string_view method, std::string_view integrator, int links)
      : simulation_(chain({.links = links, .length = 0.1}),
                    {std::string(method), std::string(integrator), 1e-3, {}}),
        start_(simulation_.snapshot()) {}

  void take() {
    simulation_.step();
    if (++taken_ % 100 == 0) simulation_.restore(start_);
  }

 private:
  Simulation simulation_;
  std::vector<double> start_;
  int taken_ = 0;
};

/// All integrators but first-order motion, whose bodies have no inertia, in turn: rk4 first.
std::vector<Timing> measure(int links) {
  std::vector<std::unique_ptr<Swinging>> chains;
  std::vector<Candidate> candidates;
  for (const SteppingMethod& method : steppingMethods)
    for (const MethodIntegrator& integrator : method.integrators) {
      if (integrator.name == "first-order") continue;
      chains.push_back(std::make_unique<Swinging>(method.name, integrator.name, links));
      candidates.push_back(
          {"`" + std::string(method.name) + "` / `" + std::string(integrator.name) + "`",
           [&swinging = *chains.back()] { swinging.take(); }});
    }
  return compare(candidates, 15, 2e-2);
}

}  // namespace
}  // namespace linkwork::bench

int main() {
  using namespace linkwork::bench;
  std::vector<std::vector<Timing>> byLength;
  std::cout << "| a step of 1 ms over one of rk4 |";
  for (const int links : {5, 20, 50, 200}) {
    std::cout << ' ' << (byLength.empty() ? "n = " : "") << links << " |";
    byLength.push_back(measure(links));
  }
  std::cout << "\n| --- | ---: | ---: | ---: | ---: |\n" << std::fixed << std::setprecision(2);
  for (std::size_t i = 0; i < byLength.front().size(); ++i) {
    std::cout << "| " << byLength.front()[i].name << " |";
    for (const std::vector<Timing>& timings : byLength)
      std::cout << ' ' << timings[i].ratio << " |";
    std::cout << '\n';
  }
}
