#pragma once

#include "linkwork/model/discrete_momenta.hpp"

namespace linkwork {

/// Calls `visit` with every number that MinimalVariationalIntegrator remembers of its last step, in
/// their order: momenta at the node, the average velocity, what the guess on a line missed, and the
/// step's length. What it remembers of loops stands behind them.
template <typename Momenta, typename Vector, typename Number, typename Visit>
void visitVariationalMemory(Momenta& momenta, Vector& lastU, Vector& bend, Number& lastStep,
                            Visit visit) {
  for (auto& body : momenta.bodies)
    for (auto& number : body) visit(number);
  for (auto* const vector : {&momenta.joints, &lastU, &bend})
    for (auto& number : *vector) visit(number);
  visit(lastStep);
}

}  // namespace linkwork
