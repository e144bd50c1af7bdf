#include "linkwork/integrators/composition.hpp"

#include <cmath>
#include <functional>

namespace linkwork {

FourthOrderComposition::FourthOrderComposition(const ClusterTree<double>& tree,
                                               std::unique_ptr<VariationalIntegrator> second)
    : second_(std::move(second)),
      memoryBefore_(second_->memorySize()),
      before_{tree.initialPosition(), tree.initialVelocity(), 0} {}

void FourthOrderComposition::step(double h, const ForcesAtNode& forces, MotionState& state) {
  before_.q = state.q;
  before_.v = state.v;
  before_.work = state.work;
  second_->remember(memoryBefore_);
  double passed = 0;
  const auto shifted = [&](double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                           AppliedForces<double>& at) { forces(passed + sinceStart, q, v, at); };
  iterations_ = 0;
  try {
    for (const double part : parts) {
      second_->step(part * h, forces ? ForcesAtNode(std::cref(shifted)) : ForcesAtNode(), state);
      passed += part * h;
      iterations_ += second_->iterations();
    }
  } catch (const SimulationError&) {
    state.q = before_.q;
    state.v = before_.v;
    state.work = before_.work;
    second_->recall(state, memoryBefore_);
    throw;
  }
}

}  // namespace linkwork
