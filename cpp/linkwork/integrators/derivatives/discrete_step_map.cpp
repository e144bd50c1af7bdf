#include "linkwork/integrators/derivatives/discrete_step_map.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/integrators/derivatives/step_tangents.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

DiscreteStepMapper::DiscreteStepMapper(const IntegratorContext& context)
    : tree_(context.tree),
      start_(tree_),
      end_(tree_),
      average_(tree_.velocitySize()),
      residual_(tree_.degreesOfFreedom()),
      moved_(average_),
      residuals_(tree_.degreesOfFreedom(), directions()),
      rates_(residuals_),
      tangent_(tree_.degreesOfFreedom(), tree_.degreesOfFreedom()),
      solved_(tree_.degreesOfFreedom(), directions() - tree_.degreesOfFreedom()),
      factor_(tree_.degreesOfFreedom()),
      part_(tree_),
      product_(part_) {}

void DiscreteStepMapper::find(double h, const MotionState& start, const MotionState& end,
                              const HeldForces& forces, StepMap& map) {
  map_ = &map;
  forces_ = &forces;
  isFirst_ = true;
  follow(h, start, end);
}

void DiscreteStepMapper::append(double h, const MotionState& start, const Eigen::VectorXd& u,
                                const MotionState& end) {
  differentiate(h, start, u, end);
  writeMap(part_);
  if (isFirst_)
    *map_ = part_;
  else
    linkwork::append(part_, *map_, product_);
  isFirst_ = false;
}

/// The number of directions of y, ẏ, τ and y'.
int DiscreteStepMapper::directions() const {
  return directionsOf(tree_) + tree_.degreesOfFreedom();
}

/// Computes slopes of r and of ẏ' along all directions.
void DiscreteStepMapper::differentiate(double h, const MotionState& start, const Eigen::VectorXd& u,
                                       const MotionState& end) {
  chooseCoordinates(tree_, start.q, start.v, start_.work, part_.coordinates);
  end_.begin(end.q, end.v, part_.endCoordinates);
  for (int first = 0; first < directions(); first += DerivativeJet::directions) {
    moveState(tree_, start.q, start.v, first, start_.work);
    moveState(tree_, end.q, end.v, first - directionsOf(tree_), end_.work);
    for (StepKnot* knot : {&start_, &end_}) {
      knot->work.forces.torque = forces_->torque.cast<DerivativeJet>();
      moveTorque(tree_, first, knot->work.forces.torque);
      knot->updateKinematics();
    }
    difference<DerivativeJet>(start_.jets().tree, start_.jets().q, end_.jets().q, moved_);
    requireSameTurn(h, u);
    average_ = moved_ / DerivativeJet(h);
    evaluate(h, forces_->law);
    for (int k = 0; k < DerivativeJet::directions && first + k < directions(); ++k)
      for (int j = 0; j < tree_.degreesOfFreedom(); ++j) {
        residuals_(j, first + k) = residual_[j].partials[at(k)];
        rates_(j, first + k) = end_.jets().v[part_.endCoordinates[at(j)]].partials[at(k)];
      }
  }
}

/// Throws unless the step makes the shortest turns between its knots. Positions do not determine
/// others.
void DiscreteStepMapper::requireSameTurn(double h, const Eigen::VectorXd& u) const {
  constexpr double rounding = 1e-6;
  for (Eigen::Index k = 0; k < u.size(); ++k)
    if (!(std::abs(moved_[k].value - h * u[k]) <= rounding * std::max(1.0, std::abs(h * u[k]))))
      throw SimulationError("a ball or a free body turns by more than half a turn in it");
}

void DiscreteStepMapper::writeMap(StepMap& map) {
  const Eigen::Index m = tree_.degreesOfFreedom(), inputs = directionsOf(tree_);
  tangent_ = residuals_.rightCols(m);
  factor_.compute(tangent_);
  solved_ = factor_.solve(residuals_.leftCols(inputs));
  solved_ *= -1;
  map.state.topRows(m) = solved_.leftCols(2 * m);
  map.torque.topRows(m) = solved_.rightCols(inputs - 2 * m);
  map.state.bottomRows(m) = rates_.leftCols(2 * m);
  map.state.bottomRows(m) += rates_.rightCols(m).lazyProduct(solved_.leftCols(2 * m));
  map.torque.bottomRows(m) = rates_.middleCols(2 * m, inputs - 2 * m);
  map.torque.bottomRows(m) += rates_.rightCols(m).lazyProduct(solved_.rightCols(inputs - 2 * m));
}

}  // namespace linkwork
