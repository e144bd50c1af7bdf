#include "linkwork/mechanism/json/parts.hpp"

#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

constexpr std::array<std::string_view, 2> contactKeys{"colliders", "selfCollision"};
constexpr std::array<std::string_view, 5> planeKeys{"body", "type", "frame", "friction",
                                                    "restitution"};
constexpr std::array<std::string_view, 6> ballKeys{"body",     "type",        "frame",
                                                   "friction", "restitution", "radius"};
constexpr std::array<std::string_view, 7> longKeys{"body",        "type",   "frame", "friction",
                                                   "restitution", "radius", "length"};
constexpr std::array<std::string_view, 6> blockKeys{"body",     "type",        "frame",
                                                    "friction", "restitution", "size"};
constexpr std::array<std::string_view, 6> hullKeys{"body",     "type",        "frame",
                                                   "friction", "restitution", "points"};

bool isLong(ColliderType type) {
  return type == ColliderType::capsule || type == ColliderType::cylinder;
}

bool isRound(ColliderType type) { return type == ColliderType::sphere || isLong(type); }

std::span<const std::string_view> keysOf(ColliderType type) {
  switch (type) {
    case ColliderType::plane:
      return planeKeys;
    case ColliderType::sphere:
      return ballKeys;
    case ColliderType::capsule:
    case ColliderType::cylinder:
      return longKeys;
    case ColliderType::hull:
      return hullKeys;
    case ColliderType::box:
      break;
  }
  return blockKeys;
}

ColliderType readColliderType(const JsonReader& type) {
  const std::string typeName = type.string();
  if (const auto known = colliderTypeFromName(typeName)) return *known;
  std::vector<std::string_view> names;
  for (const ColliderType each : allColliderTypes) names.push_back(name(each));
  type.fail("no collider is named " + quoted(typeName) + suggestion(typeName, "types", names));
}

Collider readCollider(const JsonReader& object) {
  Collider collider;
  collider.type = readColliderType(object.required("type"));
  object.requireKeys(keysOf(collider.type));
  collider.body = object.required("body").string();
  if (isRound(collider.type)) collider.radius = object.required("radius").number();
  if (isLong(collider.type)) collider.length = object.required("length").number();
  if (collider.type == ColliderType::box) collider.size = object.required("size").vector3();
  if (collider.type == ColliderType::hull) collider.points = readPoints(object.required("points"));
  collider.frame = readFrame(object, "frame");
  collider.friction = object.numberOr("friction", collider.friction);
  collider.restitution = object.numberOr("restitution", collider.restitution);
  return collider;
}

JsonValue colliderJson(const Collider& collider) {
  const Collider usual;
  JsonValue result{JsonValue::Kind::object};
  result.add("body", JsonValue{collider.body});
  result.add("type", JsonValue{std::string(name(collider.type))});
  if (collider.type == ColliderType::box)
    result.add("size", numbersJson(std::span(collider.size.data(), 3)));
  if (isRound(collider.type)) result.add("radius", JsonValue{collider.radius});
  if (isLong(collider.type)) result.add("length", JsonValue{collider.length});
  if (collider.type == ColliderType::hull) result.add("points", pointsJson(collider.points));
  addFrame(result, "frame", collider.frame);
  if (collider.friction != usual.friction) result.add("friction", JsonValue{collider.friction});
  if (collider.restitution != usual.restitution)
    result.add("restitution", JsonValue{collider.restitution});
  return result;
}

}  // namespace

ContactModel readContact(const JsonReader& object) {
  object.requireKeys(contactKeys);
  ContactModel contact;
  for (const JsonReader& collider : object.required("colliders").items())
    contact.colliders.push_back(readCollider(collider));
  if (const auto given = object.optional("selfCollision")) contact.selfCollision = given->boolean();
  return contact;
}

JsonValue contactJson(const ContactModel& contact) {
  JsonValue result{JsonValue::Kind::object}, colliders{JsonValue::Kind::array};
  for (const Collider& collider : contact.colliders)
    colliders.items.push_back(colliderJson(collider));
  result.add("colliders", std::move(colliders));
  if (!contact.selfCollision) result.add("selfCollision", JsonValue{JsonValue::Kind::boolean});
  return result;
}

}  // namespace linkwork::detail
