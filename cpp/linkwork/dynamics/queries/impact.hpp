#pragma once

#include "linkwork/dynamics/force_response.hpp"
#include "linkwork/linalg/semidefinite_solver.hpp"

namespace linkwork {

/// Contacts that stop or throw back at one instant: their rows, and room to solve for impulses.
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
/// Rows hold both ways, they push and pull. Rows that depend on each other share the impulse evenly
/// (semidefinite_solver.hpp); wishes that contradict each other are met as nearly as possible.
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

/// An impact: afterwards the velocity along each row is −e times what it was,
///
///   J v⁺ = −e J v⁻      v⁺ = v + Δv
///
/// with e by rows, 0 for a contact that sticks, 1 for one that loses nothing. What the impact does
/// to the kinetic energy is ½ pᵀ J (v⁻ + v⁺): never a gain for e between 0 and 1 the same in all
/// rows.
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
