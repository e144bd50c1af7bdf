#pragma once

#include "linkwork/dynamics/force_response.hpp"
#include "linkwork/linalg/rank_revealing.hpp"

namespace linkwork {

/// Simultaneous impacts at contacts: their rows, and a workspace to solve for impulses.
template <typename Scalar>
struct ImpactRows {
  ImpactRows(const ClusterTree<Scalar>& tree, std::vector<EndEffector<Scalar>> endEffectors)
      : space(tree, std::move(endEffectors)),
        inverseInertia(space.rows, space.rows),
        solver(space.rows),
        before(space.rows),
        desired(space.rows),
        achieved(space.rows) {}

  OperationalSpace<Scalar> space;
  MatrixX<Scalar> inverseInertia;  ///< Λ⁻¹
  SemidefiniteSolver<Scalar> solver;
  VectorX<Scalar> before;   ///< velocities along the rows before the impact
  VectorX<Scalar> desired;  ///< change of them
  VectorX<Scalar> achieved;  ///< Λ⁻¹ p: as desired, unless rows that depend on each other forbid it
};

/// Impulses along the contacts' rows that change the velocities along them as desired:
///
///   Λ⁻¹ p = contacts.desired      H Δẏ = Jᵀ p      Δv = G Δẏ
///
/// Rows are bilateral. Rows that depend on each other share the impulse evenly
/// (semidefinite_solver.hpp); contradicting rows are satisfied in the least-squares sense.
///
/// in    contacts.desired  rows   changes of velocity [m/s, rad/s]
/// out   impulse          rows   p [N·s, N·m·s]
///       jump             nv     Δv of all tree joints
///       returns the number of independent rows
/// cost  O(n + rows³); no allocation. Needs updateKinematics, at any velocity, and
///       eliminateInertias.
/// Source: Chignoli et al., section VIII; Featherstone, "Rigid Body Dynamics Algorithms",
/// section 11. Throws std::invalid_argument if a size is wrong.
template <typename Scalar>
int contactImpulse(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                   ImpactRows<Scalar>& contacts, VectorRef<Scalar> impulse, VectorRef<Scalar> jump);

/// An impact: the velocity along each row becomes −e times its value before,
///
///   J v⁺ = −e J v⁻      v⁺ = v + Δv
///
/// with e by rows, 0 for a perfectly inelastic contact, 1 for an elastic one. The kinetic energy
/// changes by ½ pᵀ J (v⁻ + v⁺). It does not increase if e is the same in all rows and between 0
/// and 1.
///
/// in    q, v         spanning positions and velocities, on the loops
///       restitution  rows
/// out   impulse, jump as above
/// Throws std::invalid_argument if a size is wrong; SimulationError at a singular pose of a loop or
/// if a joint moves no mass.
template <typename Scalar>
int collide(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
            const ConstVectorRef<Scalar>& v, const ConstVectorRef<Scalar>& restitution,
            Workspace<Scalar>& work, ImpactRows<Scalar>& contacts, VectorRef<Scalar> impulse,
            VectorRef<Scalar> jump);

extern template int contactImpulse(const ClusterTree<double>&, Workspace<double>&,
                                   ImpactRows<double>&, VectorRef<double>, VectorRef<double>);
extern template int collide(const ClusterTree<double>&, const ConstVectorRef<double>&,
                            const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                            Workspace<double>&, ImpactRows<double>&, VectorRef<double>,
                            VectorRef<double>);

}  // namespace linkwork
