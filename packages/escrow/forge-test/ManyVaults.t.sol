// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms, HopRoute} from "../contracts/EscrowTypes.sol";
import {RudeBridge} from "./support/Bridges.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {SettlementModel} from "./support/SettlementModel.sol";

/// @dev Random calls on eight pairs of a vault and a model of it. Half of the vaults are open at the start. The
///      registry and the model must accept the same calls. After each call every vault must be in its model's state,
///      and every account must have been paid what the models say.
contract ManyVaultsTest is EscrowTest {
    struct Pair {
        EscrowTerms terms;
        address vault;
        SettlementModel model;
    }

    uint256 private constant VAULTS = 8;
    Pair[] private pairs;
    RudeBridge private rude;
    mapping(address account => uint256) private owed;

    function setUp() public override {
        super.setUp();
        rude = new RudeBridge();
        rude.take(AMOUNT);
        for (uint256 i = 0; i < VAULTS; ++i) {
            EscrowTerms memory terms = _terms();
            terms.commitmentHash = sha256(abi.encode(_secretOf(i)));
            terms.cancelAfter = uint40(NOW + [uint256(59), 600, 1200, 1800, 2400, 3000, 3600, 30 days + 300][i]);
            if (i % 2 == 1) terms.hopBridge = address(rude);
            if (i % 3 == 2) (terms.creator, terms.recipient) = (RECIPIENT, CREATOR);
            SettlementModel model = new SettlementModel(AMOUNT, terms.cancelAfter, uint40(NOW));
            pairs.push(Pair(terms, registry.vaultAddress(terms), model));
            if (i > 0 && i < 5) _openBoth(pairs[i]);
        }
        token.mint(RECIPIENT, type(uint128).max);
        vm.prank(RECIPIENT);
        token.approve(address(registry), type(uint256).max);
        _approve(type(uint256).max);
        (owed[CREATOR], owed[RECIPIENT]) = (_balance(CREATOR), _balance(RECIPIENT));
    }

    /// forge-config: default.fuzz.runs = 48
    /// forge-config: proof.fuzz.runs = 256
    /// forge-config: nightly.fuzz.runs = 5000
    function testFuzz_theRegistryFollowsTheModel(uint256[24] memory seeds) public {
        for (uint256 i = 0; i < seeds.length; ++i) {
            if (seeds[i] % 14 == 13) _pass(seeds[i] >> 8);
            else _call(pairs[(seeds[i] >> 8) % VAULTS], seeds[i] % 14, seeds[i] >> 16);
            for (uint256 j = 0; j < VAULTS; ++j) _compare(pairs[j]);
            _comparePaid();
        }
    }

    function _pass(uint256 seed) private {
        uint40 later = uint40(seed % 700);
        vm.warp(block.timestamp + later);
        for (uint256 i = 0; i < VAULTS; ++i) pairs[i].model.pass(later);
    }

    /// @dev A call of the registry, and the same step of the model. `mayBe` says whether the call is allowed by rules
    ///      that the model does not know: who the sender is, and of what kind the vault is.
    struct Call {
        address sender;
        bool mayAct;
        bool isSecret;
        bytes32 secret;
        bytes data;
        bool mayBe;
        bytes step;
        address payee;
    }

    /// @dev In at least half of the calls the sender is the party that may make them, and in three quarters the secret
    ///      is right.
    function _call(Pair storage pair, uint256 choice, uint256 seed) private {
        Call memory call;
        call.isSecret = seed % 4 != 0;
        call.secret = call.isSecret ? _secretOf(_indexOf(pair)) : bytes32(seed);
        address entitled = choice == 2 || choice == 6 || choice > 8 ? pair.terms.creator : pair.terms.recipient;
        call.sender = (seed >> 8) % 2 == 0 ? entitled : [CREATOR, RECIPIENT, STRANGER][(seed >> 16) % 3];
        call.mayAct = call.sender == entitled;
        call.mayBe = true;
        if (choice == 0) return _fundBoth(pair, [AMOUNT, AMOUNT, 1][(seed >> 24) % 3]);
        if (choice == 2) return _pull(pair, call.sender, call.mayAct);
        if (choice == 1) {
            call.data = abi.encodeCall(registry.createEscrow, (pair.terms));
            call.step = abi.encodeCall(SettlementModel.create, ());
        } else if (choice == 3) {
            _claim(pair.terms, call);
        } else if (choice == 4) {
            _claimTo(pair.terms, call);
        } else if (choice == 5) {
            _claimHop(pair.terms, call, (seed >> 24) % 2 == 0);
        } else {
            _giveBack(pair.terms, call, choice);
        }
        _both(pair, call);
    }

    function _openBoth(Pair storage pair) private {
        _fundBoth(pair, AMOUNT);
        pair.model.create();
        registry.createEscrow(pair.terms);
    }

    function _fundBoth(Pair storage pair, uint128 value) private {
        token.mint(pair.vault, value);
        pair.model.fund(value);
    }

    function _claim(EscrowTerms memory terms, Call memory call) private view {
        call.data = abi.encodeCall(registry.claim, (terms, call.secret));
        call.mayBe = terms.hopBridge == address(0);
        call.step = abi.encodeCall(SettlementModel.claim, (call.isSecret));
        call.payee = terms.recipient;
    }

    function _claimTo(EscrowTerms memory terms, Call memory call) private view {
        call.data = abi.encodeCall(registry.claimTo, (terms, call.secret, ELSEWHERE, block.timestamp, ""));
        call.mayBe = call.mayAct;
        call.step = abi.encodeCall(SettlementModel.claim, (call.isSecret));
        call.payee = ELSEWHERE;
    }

    function _claimHop(EscrowTerms memory terms, Call memory call, bool doesTake) private {
        rude.take(doesTake ? AMOUNT : 0);
        HopRoute memory route = _route();
        route.hopRecipient = ELSEWHERE;
        route.deadline = block.timestamp;
        call.data = abi.encodeCall(registry.claimHop, (terms, call.secret, route, ""));
        call.mayBe = terms.hopBridge != address(0);
        call.step = abi.encodeCall(SettlementModel.claimHop, (call.isSecret, call.mayAct));
        call.payee = doesTake ? address(rude) : terms.recipient;
    }

    /// @dev Prepares a cancellation, a sweep or a recovery: it pays the creator, or the payee that the creator names.
    function _giveBack(EscrowTerms memory terms, Call memory call, uint256 choice) private view {
        call.payee = terms.creator;
        if (choice == 6 || choice == 10 || choice == 12) {
            call.mayBe = call.mayAct;
            call.payee = ELSEWHERE;
        }
        if (choice == 6) {
            call.data = abi.encodeCall(registry.cancelTo, (terms, ELSEWHERE, block.timestamp, ""));
            call.step = abi.encodeCall(SettlementModel.cancel, ());
        } else if (choice == 7) {
            call.data = abi.encodeCall(registry.cancel, (terms));
            call.step = abi.encodeCall(SettlementModel.cancel, ());
        } else if (choice == 8) {
            call.data = abi.encodeCall(registry.cancelWithConsent, (terms, block.timestamp, ""));
            call.step = abi.encodeCall(SettlementModel.cancelWithConsent, (call.mayAct));
        } else if (choice == 9) {
            call.data = abi.encodeCall(registry.sweep, (terms, terms.token, terms.creator, 0, ""));
            call.step = abi.encodeCall(SettlementModel.sweep, ());
        } else if (choice == 10) {
            call.data = abi.encodeCall(registry.sweep, (terms, terms.token, ELSEWHERE, block.timestamp, ""));
            call.step = abi.encodeCall(SettlementModel.sweep, ());
        } else {
            call.data = abi.encodeCall(registry.recoverPrefund, (terms, call.payee));
            call.step = abi.encodeCall(SettlementModel.recoverPrefund, (call.mayAct));
        }
    }

    /// @dev Creates a vault from the creator's allowance. Unless the call is refused, the amount arrives, and the model
    ///      is funded and created in the same step.
    function _pull(Pair storage pair, address sender, bool mayAct) private {
        uint256 start = vm.snapshotState();
        pair.model.fund(AMOUNT);
        (bool isAllowed,) = address(pair.model).call(abi.encodeCall(pair.model.create, ()));
        isAllowed = isAllowed && mayAct;
        vm.revertToState(start);
        vm.prank(sender);
        (bool isDone,) = address(registry).call(abi.encodeCall(registry.createEscrowSigned, (pair.terms, 0, "")));
        vm.assertTrue(isDone == isAllowed, "pulled as the model allows");
        if (!isDone) return;
        pair.model.fund(AMOUNT);
        pair.model.create();
        owed[pair.terms.creator] -= AMOUNT;
    }

    function _both(Pair storage pair, Call memory call) private {
        (, uint256 before) = pair.model.look();
        bool isAllowed;
        if (call.mayBe) (isAllowed,) = address(pair.model).call(call.step);
        vm.prank(call.sender);
        (bool isDone,) = address(registry).call(call.data);
        vm.assertTrue(isDone == isAllowed, "accepted as by the model");
        (, uint256 held) = pair.model.look();
        if (isDone && call.payee != address(0)) owed[call.payee] += before - held;
    }

    function _compare(Pair storage pair) private view {
        (SettlementModel.State state, uint256 held) = pair.model.look();
        vm.assertEq(_balance(pair.vault), held, "what the vault holds");
        bool isThere = pair.vault.code.length > 0;
        vm.assertTrue(isThere == (state != SettlementModel.State.Missing), "whether it exists");
        if (isThere) vm.assertEq(uint256(registry.stateOf(pair.terms)) + 1, uint256(state), "state");
    }

    function _comparePaid() private view {
        address[5] memory accounts = [CREATOR, RECIPIENT, STRANGER, ELSEWHERE, address(rude)];
        for (uint256 i = 0; i < accounts.length; ++i) {
            vm.assertEq(_balance(accounts[i]), owed[accounts[i]], "what was paid");
        }
    }

    function _indexOf(Pair storage pair) private view returns (uint256 index) {
        while (pairs[index].vault != pair.vault) ++index;
    }

    function _secretOf(uint256 index) private pure returns (bytes32) {
        return keccak256(abi.encode("secret", index));
    }
}
