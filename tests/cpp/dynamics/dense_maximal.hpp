#pragma once

#include "dynamics/fixture.hpp"

namespace linkwork::test {

/// Computes v̇ of all tree joints densely in maximal coordinates. The unknowns are six accelerations
/// per body in world axes about the world's origin. There is one row per dof that a joint, loop or
/// coupling removes. Applies Gauss' principle of least constraint on an orthogonal basis of the
/// null space of J.
///
///   minimize ½ (a − a_free)ᵀ M (a − a_free)  subject to  J a = γ
///
/// It shares the joints' transforms and motion subspaces with the library, but no recursion,
/// clusters or choice of coordinates.
Eigen::VectorXd denseForwardDynamics(const Fixture& on);

}  // namespace linkwork::test
