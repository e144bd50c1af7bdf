#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"

using namespace linkwork;

namespace {

/// A leg with every kind of entry and without errors.
constexpr const char* goodFile = R"({
  "linkwork": 1, "name": "leg", "gravity": [0, 0, -9.81],
  "bodies": [
    { "name": "thigh", "mass": 3, "centerOfMass": [0, 0, -0.2], "inertia": [0.05, 0.05, 0.01, 0, 0, 0] },
    { "name": "shank", "mass": 2, "centerOfMass": [0, 0, -0.2], "inertia": [0.03, 0.03, 0.005] },
    { "name": "foot", "mass": 1, "inertia": [0.01, 0.01, 0.01] },
    { "name": "rotor", "mass": 0, "inertia": [0.0005, 0.001, 0.0005] },
    { "name": "ball", "mass": 0.5, "inertia": [0.001, 0.001, 0.001] } ],
  "joints": [
    { "name": "hip", "type": "revolute", "parent": "world", "child": "thigh", "axis": [0, 1, 0],
      "parentFrame": { "position": [0, 0, 1], "rotation": [0, 0, 0, 1] },
      "damping": 0.1, "stiffness": 2, "rest": 0.1, "friction": 0.1, "limits": { "lower": -1, "upper": 1 } },
    { "name": "knee", "type": "revolute", "parent": "thigh", "child": "shank", "axis": [0, 1, 0] },
    { "name": "ankle", "type": "universal", "parent": "shank", "child": "foot", "axis": [1, 0, 0], "axis2": [0, 1, 0] },
    { "name": "spin", "type": "revolute", "parent": "thigh", "child": "rotor", "axis": [0, 1, 0] },
    { "name": "socket", "type": "spherical", "parent": "foot", "child": "ball" } ],
  "loops": [ { "name": "strap", "type": "spherical", "parent": "world", "child": "foot" } ],
  "couplings": [ { "name": "gear", "terms": [ { "joint": "spin", "coefficient": 1 }, { "joint": "knee", "coefficient": -6 } ] } ],
  "nonholonomic": [
    { "type": "rolling-disc", "body": "foot", "center": [0, 0, 0], "axis": [0, 1, 0], "radius": 0.2, "height": -1 },
    { "type": "knife-edge", "body": "ball", "point": [0, 0, -0.1], "across": [0, 1, 0] },
    { "type": "velocity-ratio", "terms": [ { "joint": "hip", "coefficient": 1 }, { "joint": "knee", "coefficient": 2 } ] } ],
  "sites": [ { "name": "toe", "body": "foot", "frame": { "position": [0.1, 0, 0] } }, { "name": "mark", "body": "world" } ],
  "contact": { "selfCollision": false, "colliders": [
    { "body": "world", "type": "plane", "frame": { "position": [0, 0, -1] }, "friction": 1, "restitution": 0.5 },
    { "body": "foot", "type": "sphere", "radius": 0.1 },
    { "body": "shank", "type": "capsule", "radius": 0.1, "length": 0.3 },
    { "body": "thigh", "type": "box", "size": [0.1, 0.2, 0.3] },
    { "body": "thigh", "type": "cylinder", "radius": 0.1, "length": 0.3 },
    { "body": "foot", "type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] } ] },
  "initialState": { "q": { "hip": [0.1], "socket": [0, 0, 0, 1] }, "v": { "hip": [0] } }
})";

/// One error inserted into the good file, and the expected message.
struct Fault {
  std::string_view what;
  std::string_view place;  ///< JSON pointer
  std::string_view value;  ///< JSON inserted there; an empty value removes the entry
  std::string_view path;   ///< path in the message
  std::vector<std::string_view> words;
};

std::string withFault(const Fault& fault) {
  auto document = nlohmann::ordered_json::parse(goodFile);
  const nlohmann::ordered_json::json_pointer place{std::string(fault.place)};
  if (!fault.value.empty())
    document[place] = nlohmann::ordered_json::parse(fault.value);
  else if (document[place.parent_pointer()].is_array())
    document[place.parent_pointer()].erase(std::stoul(place.back()));
  else
    document[place.parent_pointer()].erase(place.back());
  return document.dump();
}

template <typename Call>
std::string errorOf(Call call) {
  try {
    call();
  } catch (const MechanismError& error) {
    return error.what();
  }
  return "no error";
}

void checkMessage(const std::string& message, std::string_view path,
                  const std::vector<std::string_view>& words) {
  INFO(message);
  CHECK(message.starts_with(std::string(path) + ": "));
  for (const std::string_view word : words) {
    INFO("must say: " << word);
    CHECK(message.find(word) != std::string::npos);
  }
}

// clang-format off
const std::vector<Fault> faults{
  // The document
  {"no version", "/linkwork", "", "mechanism", {"missing", "linkwork"}},
  {"another version", "/linkwork", "2", "linkwork", {"version 1", "found version 2"}},
  {"version as text", "/linkwork", R"("1")", "linkwork", {"expected a number", "\"1\""}},
  {"unknown key", "/bodys", "[]", "bodys", {"unknown key", "did you mean \"bodies\""}},
  {"no bodies key", "/bodies", "", "mechanism", {"missing", "\"bodies\""}},
  {"no joints key", "/joints", "", "mechanism", {"missing", "\"joints\""}},
  {"no bodies", "/bodies", "[]", "bodies", {"empty", "at least one body"}},
  {"bodies an object", "/bodies", "{}", "bodies", {"expected an array", "found an object"}},
  {"name a number", "/name", "3", "name", {"expected a string", "the number 3"}},
  {"gravity a number", "/gravity", "-9.81", "gravity", {"array of 3 numbers", "-9.81"}},
  {"gravity too short", "/gravity", "[0, -9.81]", "gravity", {"array of 3 numbers", "array of 2"}},
  {"gravity with text", "/gravity/2", R"("down")", "gravity[2]", {"expected a number", "\"down\""}},
  // Bodies
  {"body not an object", "/bodies/1", "7", "bodies[1]", {"expected an object", "the number 7"}},
  {"body without name", "/bodies/1/name", "", "bodies[1]", {"missing", "\"name\""}},
  {"body without mass", "/bodies/1/mass", "", "bodies[1]", {"missing", "\"mass\""}},
  {"mass null", "/bodies/0/mass", "null", "bodies[0].mass", {"expected a number", "null"}},
  {"mass true", "/bodies/0/mass", "true", "bodies[0].mass", {"expected a number", "found true"}},
  {"negative mass", "/bodies/0/mass", "-1", "bodies[0].mass", {"at least 0", "-1"}},
  {"misspelt mass", "/bodies/0/maas", "1", "bodies[0].maas", {"unknown key", "did you mean \"mass\"", "inertia"}},
  {"empty name", "/bodies/0/name", R"("")", "bodies[0].name", {"empty"}},
  {"body named world", "/bodies/0/name", R"("world")", "bodies[0].name", {"ground"}},
  {"two bodies of one name", "/bodies/1/name", R"("thigh")", "bodies[1].name", {"already the name of bodies[0]"}},
  {"center of mass of 2", "/bodies/0/centerOfMass", "[0, 0]", "bodies[0].centerOfMass", {"array of 3"}},
  {"inertia of 4", "/bodies/0/inertia", "[1, 1, 1, 0]", "bodies[0].inertia", {"6 numbers", "array of 4"}},
  {"inertia an object", "/bodies/0/inertia", R"({"xx": 1})", "bodies[0].inertia", {"array of numbers", "object"}},
  {"negative moment", "/bodies/0/inertia", "[0.1, 0.4, -0.02]", "bodies[0].inertia", {"not positive semidefinite", "0.4, 0.1, -0.02", "\"thigh\""}},
  {"indefinite by its products", "/bodies/0/inertia", "[1, 1, 1, 2, 0, 0]", "bodies[0].inertia", {"not positive semidefinite", "3, 1, -1"}},
  // Joints
  {"joint without type", "/joints/1/type", "", "joints[1]", {"missing", "\"type\""}},
  {"joint without parent", "/joints/1/parent", "", "joints[1]", {"missing", "\"parent\""}},
  {"joint without child", "/joints/1/child", "", "joints[1]", {"missing", "\"child\""}},
  {"unknown type", "/joints/1/type", R"("revolut")", "joints[1].type", {"\"revolut\"", "did you mean \"revolute\"", "spherical"}},
  {"far-off type", "/joints/1/type", R"("bend")", "joints[1].type", {"\"bend\"", "types: fixed, revolute"}},
  {"type a number", "/joints/1/type", "1", "joints[1].type", {"expected a string"}},
  {"type of another library", "/joints/1/type", R"("hinge")", "joints[1].type", {"\"hinge\"", "did you mean \"revolute\""}},
  {"world of another library", "/joints/1/parent", R"("ground")", "joints[1].parent", {"\"ground\"", "did you mean \"world\""}},
  {"unknown parent", "/joints/1/parent", R"("theigh")", "joints[1].parent", {"no body is named \"theigh\"", "did you mean \"thigh\"", "bodies: thigh, shank, foot"}},
  {"world misspelt", "/joints/1/parent", R"("World")", "joints[1].parent", {"no body is named \"World\"", "did you mean \"world\""}},
  {"unknown child", "/joints/1/child", R"("shin")", "joints[1].child", {"no body is named \"shin\""}},
  {"child world", "/joints/0/child", R"("world")", "joints[0].child", {"ground", "\"hip\""}},
  {"parent and child the same", "/joints/1/parent", R"("shank")", "joints[1].child", {"\"shank\" to itself", "\"knee\""}},
  {"cycle", "/joints/0/parent", R"("foot")", "joints[0].parent", {"cycle", "\"thigh\" → \"foot\" → \"shank\" → \"thigh\""}},
  {"body with no joint", "/joints/4", "", "bodies[4]", {"child of no joint", "\"ball\""}},
  {"body with two joints", "/joints/3/child", R"("foot")", "joints[3].child", {"\"foot\" is already the child of joints[2]", "\"ankle\""}},
  {"two joints of one name", "/joints/1/name", R"("hip")", "joints[1].name", {"already the name of joints[0]"}},
  {"zero axis", "/joints/0/axis", "[0, 0, 0]", "joints[0].axis", {"length 0", "\"hip\""}},
  {"endless axis", "/joints/0/axis", "[2147483648, 1.7e308, 1e307]", "joints[0].axis", {"has length", "1e-12 to 1e150", "\"hip\""}},
  {"axis of 2", "/joints/0/axis", "[0, 1]", "joints[0].axis", {"array of 3"}},
  {"axis a letter", "/joints/0/axis", R"("y")", "joints[0].axis", {"array of 3", "\"y\""}},
  {"axis on a ball joint", "/joints/4/axis", "[1, 0, 0]", "joints[4].axis", {"spherical joint takes no axis", "revolute"}},
  {"axis2 on a revolute joint", "/joints/0/axis2", "[0, 0, 1]", "joints[0].axis2", {"revolute joint takes no axis2", "universal"}},
  {"pitch on a revolute joint", "/joints/0/pitch", "0.1", "joints[0].pitch", {"revolute joint takes no pitch", "helical"}},
  {"helical without pitch", "/joints/0/type", R"("helical")", "joints[0]", {"missing", "\"pitch\""}},
  {"universal without axis2", "/joints/2/axis2", "", "joints[2]", {"missing", "\"axis2\""}},
  {"axis2 not perpendicular", "/joints/2/axis2", "[1, 1, 0]", "joints[2].axis2", {"perpendicular", "0.707107", "\"ankle\""}},
  {"zero axis2", "/joints/2/axis2", "[0, 0, 0]", "joints[2].axis2", {"length 0"}},
  {"quaternion not unit", "/joints/0/parentFrame/rotation", "[0, 0, 0.5, 1]", "joints[0].parentFrame.rotation", {"length 1.11803", "expected 1"}},
  {"quaternion of 3", "/joints/0/parentFrame/rotation", "[0, 0, 0]", "joints[0].parentFrame.rotation", {"4 numbers", "array of 3"}},
  {"zero quaternion", "/joints/0/childFrame", R"({"rotation": [0, 0, 0, 0]})", "joints[0].childFrame.rotation", {"length 0"}},
  {"position of 4", "/joints/0/parentFrame/position", "[0, 0, 0, 1]", "joints[0].parentFrame.position", {"array of 3"}},
  {"unknown key in a frame", "/joints/0/parentFrame/orientation", "[0, 0, 0, 1]", "joints[0].parentFrame.orientation", {"unknown key", "keys: position, rotation"}},
  {"frame an array", "/joints/0/parentFrame", "[0, 0, 1]", "joints[0].parentFrame", {"expected an object"}},
  {"negative damping", "/joints/0/damping", "-0.1", "joints[0].damping", {"at least 0"}},
  {"negative stiffness", "/joints/0/stiffness", "-2", "joints[0].stiffness", {"at least 0"}},
  {"negative friction", "/joints/0/friction", "-2", "joints[0].friction", {"at least 0"}},
  {"rest on a ball joint", "/joints/4/rest", "0.1", "joints[4].rest", {"spherical joint takes no rest"}},
  {"damping on a weld", "/joints/4", R"({"name": "weld", "type": "fixed", "parent": "foot", "child": "ball", "damping": 1})", "joints[4].damping", {"fixed joint takes no damping"}},
  {"limits upside down", "/joints/0/limits", R"({"lower": 1, "upper": -1})", "joints[0].limits", {"lower 1 is above upper -1", "\"hip\""}},
  {"limits without a bound", "/joints/0/limits", R"({"restitution": 0.5})", "joints[0].limits", {"no bound", "\"lower\", \"upper\" or both", "\"hip\""}},
  {"a stop that throws harder", "/joints/0/limits", R"({"upper": 1, "restitution": 1.1})", "joints[0].limits.restitution", {"0 to 1", "\"hip\""}},
  {"limits an array", "/joints/0/limits", "[-1, 1]", "joints[0].limits", {"expected an object"}},
  {"limits on two coordinates", "/joints/2/limits", R"({"lower": -1, "upper": 1})", "joints[2].limits", {"universal joint takes no limits"}},
  // Loops
  {"loop of a body with itself", "/loops/0/parent", R"("foot")", "loops[0].child", {"\"foot\" to itself", "\"strap\""}},
  {"loop to a missing body", "/loops/0/child", R"("feet")", "loops[0].child", {"no body is named \"feet\"", "did you mean \"foot\""}},
  {"loop with damping", "/loops/0/damping", "1", "loops[0].damping", {"unknown key", "childFrame"}},
  {"loop without name", "/loops/0/name", "", "loops[0]", {"missing", "\"name\""}},
  {"two loops of one name", "/loops/1", R"({"name": "strap", "type": "fixed", "parent": "world", "child": "ball"})", "loops[1].name", {"already the name of loops[0]"}},
  {"rod without length", "/loops/0/type", R"("rod")", "loops[0]", {"missing", "\"length\""}},
  {"rod of no length", "/loops/0", R"({"name": "strap", "type": "rod", "parent": "world", "child": "foot", "length": 0})", "loops[0].length", {"above 0, found 0", "\"strap\""}},
  {"rod with an axis", "/loops/0", R"({"name": "strap", "type": "rod", "parent": "world", "child": "foot", "length": 1, "axis": [1, 0, 0]})", "loops[0].axis", {"a rod loop takes no axis", "\"strap\""}},
  {"length of a ball", "/loops/0/length", "1", "loops[0].length", {"a spherical loop takes no length", "those that do: rod"}},
  {"rod in the tree", "/joints/0/type", R"("rod")", "joints[0].type", {"only closes loops"}},
  {"loops an object", "/loops", "{}", "loops", {"expected an array"}},
  // Couplings
  {"gear on a missing joint", "/couplings/0/terms/1/joint", R"("nee")", "couplings[0].terms[1].joint", {"no joint is named \"nee\"", "did you mean \"knee\"", "joints: hip, knee"}},
  {"gear on a ball joint", "/couplings/0/terms/1/joint", R"("socket")", "couplings[0].terms[1].joint", {"spherical", "4 coordinates", "\"socket\""}},
  {"gear on two coordinates", "/couplings/0/terms/1/joint", R"("ankle")", "couplings[0].terms[1].joint", {"universal", "2 coordinates"}},
  {"gear of no joint", "/couplings/0/terms", "[]", "couplings[0].terms", {"at least 1", "found 0", "\"gear\""}},
  {"gear of a joint with itself", "/couplings/0/terms/1/joint", R"("spin")", "couplings[0].terms[1].joint", {"\"spin\" is already in couplings[0].terms[0]"}},
  {"gear of ratio zero", "/couplings/0/terms/1/coefficient", "0", "couplings[0].terms[1].coefficient", {"is 0", "\"knee\""}},
  {"gear without coefficient", "/couplings/0/terms/1/coefficient", "", "couplings[0].terms[1]", {"missing", "\"coefficient\""}},
  {"gear ratio", "/couplings/0/ratio", "6", "couplings[0].ratio", {"unknown key", "terms"}},
  {"offset text", "/couplings/0/offset", R"("none")", "couplings[0].offset", {"expected a number"}},
  // Nonholonomic constraints
  {"constraint of no type", "/nonholonomic/0/type", "", "nonholonomic[0]", {"missing", "\"type\""}},
  {"unknown constraint", "/nonholonomic/0/type", R"("rolling-disk")", "nonholonomic[0].type", {"\"rolling-disk\"", "did you mean \"rolling-disc\"", "types: rolling-disc, knife-edge, velocity-ratio"}},
  {"disc with terms", "/nonholonomic/0/terms", "[]", "nonholonomic[0].terms", {"unknown key", "keys: type, body, center, axis, radius, height"}},
  {"disc on a missing body", "/nonholonomic/0/body", R"("feet")", "nonholonomic[0].body", {"no body is named \"feet\"", "did you mean \"foot\""}},
  {"disc on the ground", "/nonholonomic/0/body", R"("world")", "nonholonomic[0].body", {"found \"world\"", "ground"}},
  {"disc without radius", "/nonholonomic/0/radius", "", "nonholonomic[0]", {"missing", "\"radius\""}},
  {"disc of radius 0", "/nonholonomic/0/radius", "0", "nonholonomic[0].radius", {"above 0, found 0"}},
  {"disc without axis", "/nonholonomic/0/axis", "[0, 0, 0]", "nonholonomic[0].axis", {"length 0"}},
  {"edge on a missing body", "/nonholonomic/1/body", R"("bell")", "nonholonomic[1].body", {"did you mean \"ball\""}},
  {"edge without direction", "/nonholonomic/1/across", "[0, 0, 0]", "nonholonomic[1].across", {"length 0"}},
  {"edge with a radius", "/nonholonomic/1/radius", "1", "nonholonomic[1].radius", {"unknown key", "keys: type, body, point, across"}},
  {"ratio of one joint", "/nonholonomic/2/terms/1", "", "nonholonomic[2].terms", {"at least 2", "found 1"}},
  {"ratio on a ball joint", "/nonholonomic/2/terms/1/joint", R"("socket")", "nonholonomic[2].terms[1].joint", {"spherical", "4 coordinates"}},
  {"ratio on a missing joint", "/nonholonomic/2/terms/1/joint", R"("nee")", "nonholonomic[2].terms[1].joint", {"did you mean \"knee\""}},
  {"ratio of weight 0", "/nonholonomic/2/terms/0/coefficient", "0", "nonholonomic[2].terms[0].coefficient", {"is 0"}},
  {"constraints an object", "/nonholonomic", "{}", "nonholonomic", {"expected an array"}},
  // Contact
  {"contact a list", "/contact", "[]", "contact", {"expected an object"}},
  {"site without body", "/sites/0/body", "", "sites[0]", {"missing", "\"body\""}},
  {"site on a missing body", "/sites/0/body", R"("fot")", "sites[0].body", {"no body is named \"fot\"", "did you mean \"foot\""}},
  {"site with a joint", "/sites/0/joint", R"("hip")", "sites[0].joint", {"unknown key", "keys: name, body, frame"}},
  {"sites of one name", "/sites/1/name", R"("toe")", "sites[1].name", {"already the name of sites[0]"}},
  {"site turned by no rotation", "/sites/0/frame/rotation", "[0, 0, 0, 2]", "sites[0].frame.rotation", {"length 2, expected 1"}},
  {"contact without colliders", "/contact/colliders", "", "contact", {"missing", "\"colliders\""}},
  {"contact with friction", "/contact/friction", "1", "contact.friction", {"unknown key", "keys: colliders, selfCollision"}},
  {"self-collision a number", "/contact/selfCollision", "1", "contact.selfCollision", {"expected true or false", "the number 1"}},
  {"collider without type", "/contact/colliders/1/type", "", "contact.colliders[1]", {"missing", "\"type\""}},
  {"unknown collider", "/contact/colliders/1/type", R"("ball")", "contact.colliders[1].type", {"no collider type is named \"ball\"", "types: plane, sphere, capsule, box, cylinder, hull"}},
  {"collider without body", "/contact/colliders/1/body", "", "contact.colliders[1]", {"missing", "\"body\""}},
  {"collider on a missing body", "/contact/colliders/1/body", R"("fot")", "contact.colliders[1].body", {"no body is named \"fot\"", "did you mean \"foot\""}},
  {"plane on a body", "/contact/colliders/0/body", R"("foot")", "contact.colliders[0].body", {"\"world\" alone", "found \"foot\""}},
  {"plane with a radius", "/contact/colliders/0/radius", "1", "contact.colliders[0].radius", {"a plane collider takes no radius", "sphere, capsule, cylinder"}},
  {"sphere without radius", "/contact/colliders/1/radius", "", "contact.colliders[1]", {"missing", "\"radius\""}},
  {"sphere of radius 0", "/contact/colliders/1/radius", "0", "contact.colliders[1].radius", {"above 0, found 0"}},
  {"capsule of length 0", "/contact/colliders/2/length", "0", "contact.colliders[2].length", {"above 0, found 0"}},
  {"box of size 2", "/contact/colliders/3/size", "[1, 2]", "contact.colliders[3].size", {"array of 3 numbers"}},
  {"flat box", "/contact/colliders/3/size", "[1, 0, 1]", "contact.colliders[3].size[1]", {"above 0, found 0"}},
  {"box with a radius", "/contact/colliders/3/radius", "1", "contact.colliders[3].radius", {"a box collider takes no radius", "sphere, capsule, cylinder"}},
  {"cylinder without length", "/contact/colliders/4/length", "", "contact.colliders[4]", {"missing", "\"length\""}},
  {"cylinder of radius -1", "/contact/colliders/4/radius", "-1", "contact.colliders[4].radius", {"above 0, found -1"}},
  {"cylinder of length 0", "/contact/colliders/4/length", "0", "contact.colliders[4].length", {"above 0, found 0"}},
  {"hull without points", "/contact/colliders/5/points", "", "contact.colliders[5]", {"missing", "\"points\""}},
  {"hull with a radius", "/contact/colliders/5/radius", "1", "contact.colliders[5].radius", {"a hull collider takes no radius", "sphere, capsule, cylinder"}},
  {"hull of three points", "/contact/colliders/5/points", "[[0,0,0],[1,0,0],[0,1,0]]", "contact.colliders[5].points", {"expected 4 to 256 points", "found 3"}},
  {"hull of a point in a plane", "/contact/colliders/5/points/3", "[1, 2]", "contact.colliders[5].points[3]", {"array of 3 numbers"}},
  {"flat hull", "/contact/colliders/5/points/3", "[1, 1, 0]", "contact.colliders[5].points", {"span a volume", "found 4 in one plane"}},
  {"hull of one point", "/contact/colliders/5/points", "[[1,1,1],[1,1,1],[1,1,1],[1,1,1]]", "contact.colliders[5].points", {"span a volume"}},
  {"negative friction", "/contact/colliders/1/friction", "-0.1", "contact.colliders[1].friction", {"at least 0, found -0.1"}},
  {"negative torsional friction", "/contact/colliders/1/torsionalFriction", "-0.1", "contact.colliders[1].torsionalFriction", {"at least 0, found -0.1"}},
  {"negative rolling friction", "/contact/colliders/1/rollingFriction", "-0.1", "contact.colliders[1].rollingFriction", {"at least 0, found -0.1"}},
  {"negative restitution", "/contact/colliders/1/restitution", "-0.1", "contact.colliders[1].restitution", {"0 to 1, found -0.1"}},
  {"restitution above 1", "/contact/colliders/1/restitution", "1.5", "contact.colliders[1].restitution", {"0 to 1, found 1.5"}},
  {"surface velocity of two numbers", "/contact/colliders/0/surfaceVelocity", "[1, 2]", "contact.colliders[0].surfaceVelocity", {"array of 3 numbers"}},
  {"collider turned by no unit", "/contact/colliders/0/frame/rotation", "[0, 0, 0, 2]", "contact.colliders[0].frame.rotation", {"length 2"}},
  // Initial state
  {"state of a missing joint", "/initialState/q/hipp", "[0]", "initialState.q.hipp", {"no joint is named \"hipp\"", "did you mean \"hip\""}},
  {"state too long", "/initialState/q/hip", "[0, 0]", "initialState.q.hip", {"expected 1 number,", "revolute", "found 2"}},
  {"state a bare number", "/initialState/q/hip", "0.1", "initialState.q.hip", {"array of numbers", "0.1"}},
  {"state quaternion not unit", "/initialState/q/socket", "[0, 0, 0, 2]", "initialState.q.socket", {"length 2"}},
  {"velocity of a ball joint of 4", "/initialState/v/socket", "[0, 0, 0, 1]", "initialState.v.socket", {"expected 3 numbers", "velocities", "spherical"}},
  {"torque in the initial state", "/initialState/tau", R"({"hip": [1]})", "initialState.tau", {"unknown key", "keys: q, v"}},
};

const std::vector<Fault> masslessLeaves{
  {"massless leaf", "/bodies/4", R"({"name": "ball", "mass": 0})", "joints[4]", {"leaf body \"ball\"", "singular", "\"socket\""}},
  {"point on a ball joint", "/bodies/4", R"({"name": "ball", "mass": 1, "centerOfMass": [1, 0, 0]})", "joints[4]", {"leaf body \"ball\""}},
  {"point on its own axis", "/bodies/4", R"({"name": "ball", "mass": 1, "centerOfMass": [0, 0, 1], "inertia": [1, 1, 0]})", "joints[4]", {"leaf body \"ball\""}},
};
// clang-format on

}  // namespace

TEST_CASE("the file into which errors are inserted is valid", "[mechanism]") {
  CHECK(validate(mechanismFromJson(goodFile)).empty());
}

TEST_CASE("an error in a mechanism file names its path", "[mechanism]") {
  CHECK(faults.size() >= 60);
  for (const Fault& fault : faults) {
    INFO(fault.what);
    const std::string text = withFault(fault);
    checkMessage(errorOf([&] { mechanismFromJson(text); }), fault.path, fault.words);
  }
}

TEST_CASE("a joint that moves a massless leaf is a warning with its path", "[mechanism]") {
  for (const Fault& leaf : masslessLeaves) {
    INFO(leaf.what);
    const std::vector<std::string> warnings = validate(mechanismFromJson(withFault(leaf)));
    REQUIRE(warnings.size() == 1);
    checkMessage(warnings.front(), leaf.path, leaf.words);
  }
}

TEST_CASE("text that is not a mechanism file is refused with line and column", "[mechanism]") {
  struct Case {
    std::string text, path;
    std::vector<std::string_view> words;
  };
  const std::string nested = std::string(100000, '[');
  std::string nestedPath;
  for (int i = 0; i < 63; ++i) nestedPath += "[0]";
  const std::vector<Case> cases{
      {"", "line 1, column 1", {"not valid JSON", "unexpected end"}},
      {"[]", "mechanism", {"expected an object", "found an array"}},
      {"null", "mechanism", {"expected an object", "null"}},
      {"{\n  \"linkwork\": 1,\n  \"name\": nan }", "line 3, column 12", {"not valid JSON"}},
      {"{ \"linkwork\": 1, \"gravity\": [0, 0, -Infinity] }", "line 1, column 37", {"JSON"}},
      {"{ \"linkwork\": 1, \"gravity\": [0, 0, 1e400] }",
       "line 1, column 40",
       {"overflow", "1e400"}},
      {"{ \"linkwork\": 1,\n}", "line 2, column 1", {"not valid JSON"}},
      {"{ \"linkwork\": 1 } {}", "line 1, column 19", {"end of input"}},
      {"{ \"linkwork\": 1, // now\n}", "line 1, column 18", {"not valid JSON"}},
      {"{ \"name\": \"\xff\" }", "line 1, column 12", {"UTF-8"}},
      {"{ \"linkwork\": 1, \"linkwork\": 1 }", "linkwork", {"key given twice"}},
      {"{ \"bodies\": [ {}, { \"mass\": 1, \"mass\": 2 } ] }", "bodies[1].mass", {"twice"}},
      {nested, nestedPath, {"nested more than 64 deep"}},
  };
  for (const Case& each : cases) {
    INFO(each.text.substr(0, 80));
    checkMessage(errorOf([&] { mechanismFromJson(each.text); }), each.path, each.words);
  }
}
