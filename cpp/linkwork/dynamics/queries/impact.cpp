#include "linkwork/dynamics/queries/impact.hpp"

namespace linkwork {

template <typename Scalar>
int contactImpulse(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                   ImpactRows<Scalar>& contacts, VectorRef<Scalar> impulse,
                   VectorRef<Scalar> jump) {
  contacts.space.requireRows(impulse.size());
  inverseOperationalSpaceInertia<Scalar>(tree, work, contacts.space, contacts.inverseInertia);
  const int rank = contacts.solver.factor(contacts.inverseInertia);
  contacts.solver.solve(contacts.inverseInertia, contacts.desired, impulse);
  applyTestForce<Scalar>(tree, work, contacts.space, impulse, jump, contacts.achieved);
  return rank;
}

template <typename Scalar>
int collide(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
            const ConstVectorRef<Scalar>& v, const ConstVectorRef<Scalar>& restitution,
            Workspace<Scalar>& work, ImpactRows<Scalar>& contacts, VectorRef<Scalar> impulse,
            VectorRef<Scalar> jump) {
  contacts.space.requireRows(restitution.size());
  updateKinematics<Scalar>(tree, q, v, work);
  eliminateInertias(tree, work);
  velocityAlongRows<Scalar>(tree, work, contacts.space, contacts.before);
  contacts.desired = -contacts.before - restitution.cwiseProduct(contacts.before);
  return contactImpulse<Scalar>(tree, work, contacts, impulse, jump);
}

template int contactImpulse(const ClusterTree<double>&, Workspace<double>&, ImpactRows<double>&,
                            VectorRef<double>, VectorRef<double>);
template int collide(const ClusterTree<double>&, const ConstVectorRef<double>&,
                     const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                     Workspace<double>&, ImpactRows<double>&, VectorRef<double>, VectorRef<double>);

}  // namespace linkwork
