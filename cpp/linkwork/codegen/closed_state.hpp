#pragma once

#include "linkwork/codegen/symbolic_mechanism.hpp"

namespace linkwork::codegen {

/// A state whose loops and couplings are closed by one correction of Newton's: dependent
/// coordinates close the gaps at q, dependent velocities follow the others there,
///
///   q + (0, −K_d⁻¹ φ),  v = G ẏ
///
/// Where gaps are those that a step of an integrator leaves, their squares are left.
struct ClosedState {
  std::vector<Expression> q, v;
  Expression guard;  ///< below 0 where the choice of independent coordinates no longer serves
};

/// Throws as closingMotionsOf does.
ClosedState closedState(const SymbolicMechanism& mechanism);

}  // namespace linkwork::codegen
