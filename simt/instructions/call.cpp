#include "simt/instructions/builtins.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/instructions/device_runtime.hpp"
#include "simt/ptx/functions.hpp"

// Calls that are not inlined: of functions in the PTX, and of the runtime's functions.

namespace warpmark::simt {

bool decode_call(decoder& d, instruction& out) {
  if (!d.is("call")) return false;
  const flat_call& call = *d.call();
  out.instruction_class = counter::control_instructions;
  out.target = d.call_index();
  out.op[1] = d.frame_base();
  if (call.what != flat_call::kind::builtin) {
    out.control = flow::call;
    out.immediate = call.what == flat_call::kind::function ? call.callee : 0;
    if (call.what == flat_call::kind::indirect)
      out.op[0] = d.value(*read_call(d.source()).callee, scalar_type::b64);
    return true;
  }
  out.execute = find_builtin(call.name);
  if (!out.execute) d.unsupported("the PTX declares it but does not define it");
  if (call.name == "malloc" || call.name == "free") {
    // The assignment of memory to blocks must not depend on the host's threads.
    d.order_blocks();
    d.use_heap();
  }
  if (find_device_runtime(call.name)) {
    // Children run in the order of the blocks that launched them.
    d.order_blocks();
    d.launch_grids();
  }
  return true;
}

}  // namespace warpmark::simt
