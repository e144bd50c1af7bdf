// The cost of a link of a long chain, and its growth with the chain: a table for bench/growth.
//
//   linkwork_growth [LINKS...]

#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/simulation.hpp"
#include "timing.hpp"

namespace linkwork::bench {
namespace {

/// Revolute joints about x, y and z in turn.
ChainOptions chainOf(int links) {
  return {.links = links,
          .length = 0.1,
          .axes = {Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitZ()},
          .startAngle = 0.5};
}

/// All that is timed on one chain.
class Subject {
 public:
  explicit Subject(int links)
      : links(links),
        simulation_(chain(chainOf(links)), {.integrator = "rk4", .step = 1e-6}),
        start_(simulation_.snapshot()),
        work_(tree()),
        forces_(tree()),
        v_(Eigen::VectorXd::Zero(links)),
        a_(links),
        torque_(links) {
    // Neither straight nor at rest: incommensurable numbers.
    q_ = tree().initialPosition();
    for (int i = 0; i < links; ++i) {
      q_[i] += i * 2.399963229728653;
      v_[i] = 0.1 * ((i * 377) % 101 - 50);
    }
  }

  std::vector<Candidate> candidates() {
    return {{"forward dynamics", [this] { forwardDynamics(tree(), q_, v_, forces_, work_, a_); }},
            {"inverse dynamics",
             [this] { inverseDynamics(tree(), q_, v_, a_, forces_, work_, torque_); }},
            {"a step of rk4",
             [this] {
               if (++taken_ % 100 == 0) simulation_.restore(start_);
               simulation_.step();
             }},
            {"creation, with poses",
             [this] { Simulation(chain(chainOf(links)), {.integrator = "rk4"}).poses(); }}};
  }

  int links;

 private:
  const ClusterTree<double>& tree() const { return simulation_.tree(); }

  Simulation simulation_;
  std::vector<double> start_;
  Workspace<double> work_;
  AppliedForces<double> forces_;
  Eigen::VectorXd q_, v_, a_, torque_;
  long taken_ = 0;
};

/// The least times of one call, in turn, each measured over some 10 ms or once.
std::vector<double> leastSeconds(const std::vector<Candidate>& candidates, int rounds) {
  std::vector<long> counts;
  for (const Candidate& candidate : candidates)
    counts.push_back(1 + static_cast<long>(0.01 / secondsOf(candidate, 1)));
  std::vector<double> least(candidates.size(), std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < candidates.size(); ++i)
      least[i] = std::min(least[i], secondsOf(candidates[i], counts[i]));
  return least;
}

void print(const std::vector<int>& sizes) {
  std::vector<std::unique_ptr<Subject>> subjects;
  for (const int links : sizes) subjects.push_back(std::make_unique<Subject>(links));
  std::cout << "| ns a link, over that of " << sizes.front() << " links |";
  for (const int links : sizes) std::cout << ' ' << links << " |";
  std::cout << "\n| --- |";
  for (std::size_t i = 0; i < sizes.size(); ++i) std::cout << " ---: |";
  std::cout << std::endl;
  const std::size_t rows = subjects.front()->candidates().size();
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<Candidate> sameOfAll;
    for (const auto& subject : subjects) sameOfAll.push_back(subject->candidates()[row]);
    const bool isCreation = row + 1 == rows;
    const std::vector<double> seconds = leastSeconds(sameOfAll, isCreation ? 3 : 25);
    std::cout << "| " << sameOfAll.front().name << " |";
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const double here = 1e9 * seconds[i] / sizes[i], first = 1e9 * seconds[0] / sizes[0];
      std::cout << std::fixed << std::setprecision(here < 100 ? 1 : 0) << ' ' << here
                << std::setprecision(2) << ", " << here / first << " |";
    }
    std::cout << std::endl;
  }
}

}  // namespace
}  // namespace linkwork::bench

int main(int argc, char** argv) {
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
  linkwork::bench::print(sizes.empty() ? std::vector<int>{100, 1000, 10000, 100000} : sizes);
}
