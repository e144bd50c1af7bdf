#pragma once

#include "dynamics/fixture.hpp"

namespace linkwork::test {

/// v̇ of all tree joints by a dense computation in maximal coordinates: six accelerations a body in
/// world axes about the world's origin, one row for each freedom that a joint, a loop or a coupling
/// takes away, and Gauss' principle of least constraint on an orthogonal basis of what J leaves
/// free.
///
///   minimise ½ (a − a_free)ᵀ M (a − a_free)  subject to  J a = γ
///
/// It shares the joints' transforms and motion subspaces with the library, but no recursion, no
/// clusters, no choice of coordinates.
Eigen::VectorXd denseForwardDynamics(const Fixture& on);

}  // namespace linkwork::test
