#include "linkwork/model/rigid_parts.hpp"

namespace linkwork {

RigidParts::RigidParts(const ClusterTree<double>& tree) {
  parts.emplace_back();
  std::vector<RigidBodyInertia<double>> inertias(1);
  for (std::size_t i = 0; i < tree.bodies().size(); ++i) {
    const TreeBody<double>& body = tree.bodies()[i];
    if (body.joint == JointType::fixed) {
      partOf.push_back(part(body.parent));
      frames.push_back(frame(body.parent) * body.placement);
    } else {
      parts.push_back({.parent = part(body.parent), .body = static_cast<int>(i)});
      inertias.emplace_back();
      partOf.push_back(static_cast<int>(parts.size()) - 1);
      frames.emplace_back();
    }
    inertias[static_cast<std::size_t>(partOf.back())] += body.inertia.toParent(frames.back());
  }

  // From the frame of a part's first body to its center of mass; the ground keeps the world's.
  std::vector<Transform<double>> toCenter(parts.size());
  for (std::size_t p = 1; p < parts.size(); ++p) {
    parts[p].mass = inertias[p].mass;
    if (parts[p].mass > 0)
      toCenter[p].translation = -inertias[p].moment.vector() / inertias[p].mass;
    parts[p].inertia = inertias[p].toParent(toCenter[p]).rotational.matrix();
  }
  for (std::size_t i = 0; i < frames.size(); ++i)
    frames[i] = toCenter[static_cast<std::size_t>(partOf[i])] * frames[i];
}

}  // namespace linkwork
