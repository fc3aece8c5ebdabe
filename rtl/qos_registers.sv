// The QoS registers of a network interface with one core (docs/register-map.md, quality of service
// and circuits): the priority of packets by target, and the circuit. Addresses below 0x10000 are
// offsets in the core's block, and those from 0x10000 on are offsets in `PRIORITY`. Register
// accesses are answered in their cycle. A circuit is one-way. If it meets another one, it waits in
// the network, or is refused and given up. A circuit that the core keeps closes when it is needed,
// or when the core opens another one. REGISTER is the chip file's ni.register: the cycles from a
// command until its packet may leave.
module qos_registers #(
    parameter int REGISTER = 1
) (
    input  logic                   clock,
    input  logic                   reset,
    input  logic                   write,
    input  logic [           16:0] address,
    input  logic [           31:0] written,
    output logic [           31:0] value,
    output logic                   fault,    // register, endpoint or priority does not exist
    // A target, the priority of packets to this target, and whether they use the circuit.
    input  logic [noc::TARGET-1:0] target,
    output logic [            2:0] priority_of,
    output logic                   on_circuit,
    // The circuit: requests to send a packet that opens or closes the circuit, and the results of
    // such packets.
    output logic                   opens,
    output logic                   closes,
    output logic [noc::TARGET-1:0] circuit_target,
    output logic [            2:0] circuit_priority,
    input  logic                   sent,            // the open or close packet has been handed over
    input  logic                   answered,        // the answer to this packet has arrived
    input  logic                   refused,         // the network has refused the open packet
    input  logic                   needed           // the circuit keeps a packet off a link
);
  localparam int ENDPOINTS = noc::ENDPOINTS, TARGET = noc::TARGET;
  localparam logic [16:0] UNMARKED = 17'h00, LEVEL_COUNT = 17'h04, HIGHEST = 17'h08,
      RESET = 17'h0c, CIRCUIT_COUNT = 17'h10, OPEN = 17'h20, CLOSE = 17'h24, STATE = 17'h28,
      WANTED = 17'h2c, RESULT = 17'h30, KEEP = 17'h34;
  localparam logic [1:0] CLOSED = 0, OPENING = 1, OPENED = 2, CLOSING = 3;
  localparam logic [2:0] PENDING = 0, DONE = 1, REFUSED = 2, HAS_ONE = 3, NONE = 4, NOT_OPEN = 5;

  logic [2:0] unmarked;
  // For each target, an entry says whether the target has a priority of its own, and which. An
  // entry has four bits, so that selecting one needs no multiplication.
  logic [4*ENDPOINTS-1:0] entries;
  logic sets_own, forgets;
  logic by_target, known, is_priority;
  logic [TARGET-1:0] index;
  logic [1:0] state;
  logic [2:0] result;
  logic [31:0] wanted;
  logic waits, leaves;  // the packet waits to leave; it may leave now
  logic is_open;
  logic withdrawn;  // the program has closed the circuit while it was being opened
  // `kept`: the circuit is open, but the program has given it back. `closing`: such a circuit is
  // being closed; if the program has opened another one (OPENING), that one waits meanwhile.
  logic kept, closing;
  logic [TARGET-1:0] there;  // where the circuit leads

  assign by_target = address[16];
  assign index = address[2+:TARGET];
  assign known = address[15:2] < 14'(ENDPOINTS) && address[1:0] == 0;
  assign is_priority = written[31:3] == 0;

  function automatic logic [2:0] field(input logic [TARGET-1:0] of);
    logic [3:0] entry;
    entry = entries[4*of+:4];
    field = entry[3] ? entry[2:0] : unmarked;
  endfunction

  assign priority_of = field(target);
  assign circuit_priority = field(circuit_target);
  // A packet that is offered in the cycle of the answer can already use the circuit.
  assign is_open = state == OPENED || (kept && !needed)
      || (state == OPENING && !closing && answered && !waits);
  assign on_circuit = noc::CIRCUITS != 0 && is_open && target == circuit_target;
  assign circuit_target = there;
  assign closes = noc::CIRCUITS != 0 && leaves && (closing || (state == CLOSING && !withdrawn));
  assign opens = noc::CIRCUITS != 0 && leaves && !closing && (state == OPENING || withdrawn);

  always_comb begin
    value = '0;
    fault = 1'b0;
    if (by_target) begin
      value = {29'b0, field(index)};
      fault = !known || (write && !is_priority && written != 32'hffff_ffff);
    end else begin
      case (address)
        UNMARKED: begin
          value = {29'b0, unmarked};
          fault = write && !is_priority;
        end
        LEVEL_COUNT: {fault, value} = {write, 32'(noc::LEVELS)};
        HIGHEST: {fault, value} = {write, 32'd7};
        RESET: fault = !write;
        CIRCUIT_COUNT: {fault, value} = {write, 32'(noc::CIRCUITS != 0)};
        OPEN: fault = !write || written[30:0] >= 31'(ENDPOINTS);
        CLOSE, KEEP: fault = !write;
        STATE: {fault, value} = {write, 30'b0, state};
        WANTED: {fault, value} = {write, wanted};
        RESULT: {fault, value} = {write, 29'b0, result};
        default: fault = 1'b1;
      endcase
    end
  end

  assign sets_own = write && !fault && by_target;
  assign forgets  = write && !fault && address == RESET;
  always_ff @(posedge clock) begin
    if (reset) unmarked <= '0;
    else if (write && !fault && address == UNMARKED) unmarked <= written[2:0];
  end

  generate
    for (genvar e = 0; e < ENDPOINTS; e++) begin : gen_entry
      always_ff @(posedge clock) begin
        if (reset || forgets) entries[4*e+3] <= 1'b0;
        else if (sets_own && index == TARGET'(e)) entries[4*e+3] <= is_priority;
        if (sets_own && index == TARGET'(e)) entries[4*e+:3] <= written[2:0];
      end
    end

    if (noc::CIRCUITS != 0) begin : gen_circuit
      localparam int COUNT = $clog2(REGISTER + 1);
      logic [1:0] next_state;
      logic [2:0] next_result;
      logic next_waits, next_withdrawn, next_kept, next_closing, command;
      logic begins;  // the packet that opens a circuit begins to wait
      // `is_needed`: the circuit keeps a packet off a link. This may only count from the cycle on
      // in which the packet that opens it may leave, so `fresh` says that this cycle is to come.
      logic is_needed, fresh;
      logic [31:0] next_wanted;
      logic [COUNT-1:0] left;  // cycles before the packet may leave
      assign leaves = waits && left == 0;

      // Events of the network take effect before register writes of the same cycle.
      always_comb begin
        next_state = state;
        next_result = result;
        next_waits = waits && !sent;
        next_withdrawn = withdrawn;
        next_kept = kept && !needed;
        next_closing = closing;
        next_wanted = wanted;
        command = 1'b0;
        begins = 1'b0;
        if (kept && needed) begin
          next_closing = 1'b1;
          next_waits = 1'b1;
        end
        if (refused && (state == OPENING || withdrawn)) begin
          next_state = CLOSED;
          next_result = withdrawn ? DONE : REFUSED;
          next_withdrawn = 1'b0;
        end else if (answered && !waits) begin
          if (closing) begin
            next_closing = 1'b0;
            next_waits = state == OPENING;
            begins = state == OPENING;
          end else if (withdrawn) begin
            next_waits = 1'b1;
            next_withdrawn = 1'b0;
          end else if (state == OPENING || state == CLOSING) begin
            next_state = state == OPENING ? OPENED : CLOSED;
            next_result = DONE;
          end
        end
        if (write && !fault && address == OPEN) begin
          if (next_state != CLOSED) next_result = HAS_ONE;
          else if (next_kept && written == wanted) begin
            next_kept = 1'b0;
            next_state = OPENED;
            next_result = DONE;
          end else begin
            next_state = OPENING;
            next_result = PENDING;
            next_wanted = written;
            command = !next_closing;
            begins = !next_closing && !next_kept;
            next_closing = next_closing || next_kept;
            next_kept = 1'b0;
            next_waits = next_waits || command;
          end
        end
        if (write && !fault && (address == CLOSE || address == KEEP)) begin
          if ((next_state != OPENING && next_state != OPENED) || written != wanted)
            next_result = NOT_OPEN;
          else if (next_state == OPENED && address == KEEP && !written[31]) begin
            next_state = CLOSED;
            next_result = DONE;
            next_kept = !is_needed && !needed;
            next_closing = !next_kept;
            next_waits = next_closing;
            command = next_closing;
          end else if (next_state == OPENING &&
                       (next_closing || begins || (waits && !leaves))) begin
            next_state = CLOSED;
            next_result = DONE;
            next_waits = next_waits && next_closing;
            begins = 1'b0;
          end else begin
            next_withdrawn = next_state == OPENING;
            next_waits = next_waits || !next_withdrawn;
            command = !next_withdrawn;
            next_state = CLOSING;
            next_result = PENDING;
          end
        end
      end
      always_ff @(posedge clock) begin
        if (reset) begin
          state     <= CLOSED;
          result    <= PENDING;
          wanted    <= '0;
          waits     <= 1'b0;
          withdrawn <= 1'b0;
          kept      <= 1'b0;
          closing   <= 1'b0;
          fresh     <= 1'b0;
          left      <= '0;
        end else begin
          state     <= next_state;
          result    <= next_result;
          wanted    <= next_wanted;
          waits     <= next_waits;
          withdrawn <= next_withdrawn;
          kept      <= next_kept;
          closing   <= next_closing;
          fresh     <= begins || (fresh && left != 0);
          is_needed <= !fresh && (is_needed || needed);
          if (begins) there <= next_wanted[TARGET-1:0];
          left      <= command ? COUNT'(REGISTER - 1) : left == 0 ? '0 : left - 1'b1;
        end
      end
    end else begin : gen_no_circuit
      logic unused;
      assign unused = &{1'b0, sent, refused, needed, leaves, withdrawn};
      assign state  = CLOSED;
      assign wanted = '0;
      assign {waits, leaves, withdrawn, kept, closing} = '0;
      assign there = '0;
      always_ff @(posedge clock) begin
        if (reset) result <= PENDING;
        else if (write && !fault && (address == OPEN || address == CLOSE || address == KEEP))
          result <= NONE;
      end
    end
  endgenerate
endmodule
