#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"
#include "reference_files.hpp"

using namespace linkwork;

namespace {

/// The keys that the reader says it takes where `text` has the key "unheard".
std::vector<std::string> keysTaken(const std::string& text) {
  std::string message;
  try {
    mechanismFromJson(text);
  } catch (const MechanismError& error) {
    message = error.what();
  }
  INFO(message);
  const std::size_t start = message.rfind("(keys: ");
  REQUIRE(start != std::string::npos);
  std::vector<std::string> keys{""};
  for (const char c : message.substr(start + 7)) {
    if (c == ',') keys.emplace_back();
    if (c == '$' || std::isalnum(static_cast<unsigned char>(c))) keys.back() += c;
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<std::string> keysDescribed(const nlohmann::json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object["properties"].items()) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

TEST_CASE("the JSON Schema describes the keys that the reader takes", "[mechanism]") {
  const nlohmann::json schema = test::readJsonFile("wasm_bindings/mechanism.schema.json");
  const nlohmann::json& parts = schema["$defs"];
  const auto within = [](const std::string& list, const std::string& item) {
    return R"({"linkwork": 1, "bodies": [], "joints": [], ")" + list + "\": " + item + "}";
  };
  const std::string unheard = R"({"unheard": 0})";
  const std::string bodies = R"({"linkwork": 1, "bodies": [)" + unheard + "]}";
  const std::string joints = R"({"linkwork": 1, "bodies": [], "joints": [)" + unheard + "]}";

  CHECK(keysTaken(unheard) == keysDescribed(schema));
  CHECK(keysTaken(bodies) == keysDescribed(parts["body"]));
  CHECK(keysTaken(joints) == keysDescribed(parts["joint"]));
  CHECK(keysTaken(within("loops", "[" + unheard + "]")) == keysDescribed(parts["loop"]));
  CHECK(keysTaken(within("sites", "[" + unheard + "]")) == keysDescribed(parts["site"]));
  CHECK(keysTaken(within("couplings", "[" + unheard + "]")) == keysDescribed(parts["coupling"]));
  CHECK(keysTaken(within("couplings", R"([{"name": "g", "terms": [)" + unheard + "]}]")) ==
        keysDescribed(parts["term"]));
  CHECK(keysTaken(within("initialState", unheard)) ==
        keysDescribed(schema["properties"]["initialState"]));
  const std::string joint = R"([{"name": "j", "type": "fixed", "parent": "a", "child": "b", )";
  CHECK(keysTaken(R"({"linkwork": 1, "bodies": [], "joints": )" + joint + R"("parentFrame": )" +
                  unheard + "}]}") == keysDescribed(parts["frame"]));
  CHECK(keysTaken(R"({"linkwork": 1, "bodies": [], "joints": )" + joint + R"("limits": )" +
                  unheard + "}]}") == keysDescribed(parts["joint"]["properties"]["limits"]));

  for (const nlohmann::json& kind : parts["shape"]["oneOf"]) {
    const std::string type = kind["properties"]["type"]["const"];
    std::vector<std::string> described = keysDescribed(kind);
    for (const std::string& key : keysDescribed(parts["shape"])) described.push_back(key);
    std::sort(described.begin(), described.end());
    CHECK(keysTaken(R"({"linkwork": 1, "bodies": [{"name": "a", "mass": 1, "shapes": [{"type": ")" +
                    type + R"(", "unheard": 0}]}]})") == described);
  }
  CHECK(parts["shape"]["oneOf"].size() == allShapeTypes.size());

  for (const nlohmann::json& kind : parts["collider"]["oneOf"]) {
    const std::string type = kind["properties"]["type"]["const"];
    std::vector<std::string> described = keysDescribed(kind);
    for (const std::string& key : keysDescribed(parts["collider"]))
      if (key != "body" || type != "plane") described.push_back(key);
    std::sort(described.begin(), described.end());
    CHECK(keysTaken(within("contact", R"({"colliders": [{"type": ")" + type +
                                          R"(", "unheard": 0}]})")) == described);
  }
  CHECK(parts["collider"]["oneOf"].size() == allColliderTypes.size());
  CHECK(keysTaken(within("contact", unheard)) == keysDescribed(schema["properties"]["contact"]));
  for (const nlohmann::json& kind : parts["nonholonomic"]["oneOf"]) {
    const std::string type = kind["properties"]["type"]["const"];
    CHECK(keysTaken(within("nonholonomic", R"([{"type": ")" + type + R"(", "unheard": 0}])")) ==
          keysDescribed(kind));
  }
  CHECK(parts["nonholonomic"]["oneOf"].size() == std::variant_size_v<Nonholonomic>);
  CHECK(keysTaken(within("nonholonomic", R"([{"type": "velocity-ratio", "terms": [)" + unheard +
                                             "]}]")) == keysDescribed(parts["term"]));

  std::vector<std::string> types;
  for (const nlohmann::json& type : parts["type"]["oneOf"]) types.push_back(type["const"]);
  std::vector<std::string> known;
  for (const JointType type : allLoopTypes) {
    if (type == JointType::rod)  // what is a function comes before it, by kind
      for (const JointDescription& kind :
           {JointDescription(CurveJoint()), JointDescription(SurfaceJoint()),
            JointDescription(SurfaceContactJoint()), JointDescription(EulerBallJoint()),
            JointDescription(CustomJoint())})
        known.emplace_back(kindName(kind));
    known.emplace_back(name(type));
  }
  CHECK(types == known);
}
