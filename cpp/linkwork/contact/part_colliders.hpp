#pragma once

#include "linkwork/collision/scene.hpp"
#include "linkwork/model/rigid_parts.hpp"

namespace linkwork::contact {

/// A mechanism's colliders on its rigid parts. Parts that a joint or a loop joins never touch.
collision::Scene sceneOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                         const RigidParts& rigid);

}  // namespace linkwork::contact
