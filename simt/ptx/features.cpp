#include "simt/ptx/features.hpp"

#include <algorithm>
#include <string_view>

#include "simt/ptx/functions.hpp"

namespace warpmark::simt {
namespace {

// The first row that fits names the feature.
struct row {
  std::string_view opcode;
  std::string_view modifier;  ///< Empty: any.
  ptx_feature feature;
};

constexpr const char* newer_path =
    "compile the kernel for sm_90, if its library has a path for that architecture";

constexpr row rows[] = {
    {"tcgen05", "", {"tensor memory and its matrix instructions (tcgen05)", newer_path}},
    {"clusterlaunchcontrol", "", {"cluster launch control", newer_path}},
    {"multimem", "", {"memory of several devices at one address (multimem)", ""}},
    {"wgmma", "sp", {"sparse matrix instructions of a warp group (wgmma)", ""}},
    {"wgmma", "", {"matrix instructions of a warp group (wgmma)", ""}},
    {"wmma", "", {"tensor cores (wmma)", ""}},
    {"mma", "", {"tensor cores (mma)", ""}},
    {"ldmatrix", "", {"loads of matrix fragments (ldmatrix)", ""}},
    {"stmatrix", "", {"stores of matrix fragments (stmatrix)", ""}},
    {"movmatrix", "", {"transposition of matrix fragments (movmatrix)", ""}},
    {"cp", "im2col", {"copies by tensor maps in im2col mode (TMA)", "use tiled mode"}},
    {"cp", "tensor", {"copies by tensor maps (TMA)", ""}},
    {"cp", "", {"asynchronous copies (cp.async)", ""}},
    {"tensormap", "", {"tensor maps that the kernel changes", "encode the map on the host"}},
    {"tex", "cube", {"cube maps", "use a layered 2D texture"}},
    {"tex", "acube", {"cube maps", "use a layered 2D texture"}},
    {"tld4", "cube", {"cube maps", "use a layered 2D texture"}},
    {"tld4", "acube", {"cube maps", "use a layered 2D texture"}},
    {"tex", "2dms", {"multisampled textures", ""}},
    {"tex", "a2dms", {"multisampled textures", ""}},
    {"tex", "", {"textures", ""}},
    {"tld4", "", {"textures (gather)", ""}},
    {"txq", "", {"queries of textures", ""}},
    {"istypep", "", {"texture references", "use texture objects"}},
    {"suld", "", {"surfaces", ""}},
    {"sust", "", {"surfaces", ""}},
    {"sured", "", {"surfaces", ""}},
    {"suq", "", {"queries of surfaces", ""}},
    {"alloca", "", {"stack allocation of variable size (alloca)", "use an array of fixed size"}},
    {"stacksave", "", {"stack allocation of variable size (alloca)", "use an array of fixed size"}},
    {"stackrestore",
     "",
     {"stack allocation of variable size (alloca)", "use an array of fixed size"}},
    {"atom", "b128", {"atomics of 128 bits", ""}},
    {"atom", "", {"atomics", ""}},
    {"red", "", {"atomics", ""}},
    {"vote", "", {"votes of a warp", "use the functions with _sync in their name"}},
    {"shfl", "", {"shuffles of a warp", "use the functions with _sync in their name"}},
    {"mbarrier", "", {"barriers in shared memory (mbarrier)", ""}},
};

// Functions that the device runtime or another library defines, by the begin of their names.
constexpr row functions[] = {
    {"cuda", "", {"dynamic parallelism (launches from the device)", "launch from the host"}},
    {"__cudaCDP", "", {"dynamic parallelism (launches from the device)", "launch from the host"}},
    {"__nv_", "", {"a function of libdevice", "link libdevice into the PTX"}},
    {"nvshmem", "", {"NVSHMEM", ""}},
    {"__internal_", "", {"a function of the CUDA library", ""}},
};

constexpr ptx_feature other_function = {
    "a function of another module", "compile all device code of the kernel into one PTX module"};

std::string shown(const operand& operand) {
  using kind = operand::kind;
  const auto list = [&](const char* open, const char* close) {
    std::string text = open;
    for (const auto& part : operand.parts) text += (text == open ? "" : ", ") + shown(part);
    return text + close;
  };
  switch (operand.what) {
    case kind::reg:
      return "r";
    case kind::integer:
    case kind::real:
      return "n";
    case kind::address:
      return list("[", "]");
    case kind::list:
      return list("{", "}");
    case kind::pair:
      return "r|r";
    case kind::sink:
      return "_";
    default:
      return operand.name;
  }
}

}  // namespace

ptx_feature feature_of(const statement& statement) {
  if (statement.opcode == "call") {
    const operand* callee = read_call(statement).callee;
    if (callee == nullptr || callee->what == operand::kind::reg) return {};
    const auto* const found =
        std::find_if(std::begin(functions), std::end(functions),
                     [&](const row& row) { return callee->name.starts_with(row.opcode); });
    return found == std::end(functions) ? other_function : found->feature;
  }
  for (const row& row : rows)
    if (row.opcode == statement.opcode &&
        (row.modifier.empty() || statement.has(std::string(row.modifier).c_str())))
      return row.feature;
  return {};
}

std::string shown(const statement& statement) {
  std::string text = statement.opcode;
  for (const auto& modifier : statement.modifiers) text += "." + modifier;
  const char* before = " ";
  for (const operand& operand : statement.operands) {
    text += before + shown(operand);
    before = ", ";
  }
  return text;
}

}  // namespace warpmark::simt
